/** Venues in the order in which they are asked. */
export const PERP_VENUES = ["OKX", "Binance", "Hyperliquid"] as const;
export type PerpVenue = (typeof PERP_VENUES)[number];

/** Coins whose perpetual swaps are read. */
export const POSITIONING_SYMBOLS = ["BTC", "ETH", "SOL"] as const;
export type PositioningSymbol = (typeof POSITIONING_SYMBOLS)[number];
