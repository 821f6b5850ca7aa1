/** `2026-10-07 14:02 UTC`, the same for every reader: reports are compared by it. */
export const timeInWords = (iso: string): string =>
  `${new Date(iso).toISOString().slice(0, 16).replace("T", " ")} UTC`;
