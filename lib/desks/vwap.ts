/**
 * The UTC day that a bar's VWAP is of, `2026-10-07`: the day that the bar traded in. After midnight that is the day before,
 * until a bar of the new day has closed.
 */
export const vwapDay = (barCloseMs: number): string => new Date(barCloseMs - 1).toISOString().slice(0, 10);

/** The VWAP, in the close's unit, of which that close is so many basis points away. */
export const vwapOf = (close: number, vwapDistBps: number): number => close / (1 + vwapDistBps / 1e4);
