/** Marks in the order in which every answer carries them. */
export const MARK_SYMBOLS = ["SPX", "VIX", "DXY", "GOLD", "BTC", "ETH"] as const;
export type MarkSymbol = (typeof MARK_SYMBOLS)[number];
