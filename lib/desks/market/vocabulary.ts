/** Ticks in the order in which every answer carries them. */
export const TICK_SYMBOLS = ["BTC", "ETH"] as const;
