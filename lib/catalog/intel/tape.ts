/** Venues in the order in which they are asked. */
export const TAPE_VENUES = ["OKX", "Binance"] as const;
export type TapeVenue = (typeof TAPE_VENUES)[number];
