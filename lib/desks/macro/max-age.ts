import type { MaxAge } from "../coverage";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How old the data of each part may be, by its own time. */
export const MAX_AGE = {
  /** Exchanges that close: a price stands until the end of a long weekend. */
  index: { freshMs: 4 * DAY_MS, staleMs: 8 * DAY_MS },
  /** Markets that never close. */
  crypto: { freshMs: 15 * 60_000, staleMs: HOUR_MS },
  /** Published once a day. */
  sentiment: { freshMs: 36 * HOUR_MS, staleMs: 72 * HOUR_MS },
  /** Published after each trading day. */
  yields: { freshMs: 4 * DAY_MS, staleMs: 8 * DAY_MS },
  /** The newest headline. */
  headlines: { freshMs: 24 * HOUR_MS, staleMs: 72 * HOUR_MS },
} satisfies Record<string, MaxAge>;
