/** Coins of the desk, in the order of an answer that names none. */
export const SCALP_SYMBOLS = ["BTC", "ETH", "BNB", "SOL"] as const;
/** Timeframes that every symbol is read at. */
export const SCALP_TIMEFRAMES = ["5m", "15m"] as const;
