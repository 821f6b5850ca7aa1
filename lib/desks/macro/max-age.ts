import type { MaxAge } from "../coverage";
import { CRYPTO_MAX_AGE, CURVE_MAX_AGE, HEADLINES_MAX_AGE } from "../max-age";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How old the data of each part may be, by its own time. */
export const MAX_AGE = {
  /** Exchanges that close: a price stands until the end of a long weekend. */
  index: { freshMs: 4 * DAY_MS, staleMs: 8 * DAY_MS },
  crypto: CRYPTO_MAX_AGE,
  /** Published once a day. */
  sentiment: { freshMs: 36 * HOUR_MS, staleMs: 72 * HOUR_MS },
  yields: CURVE_MAX_AGE,
  headlines: HEADLINES_MAX_AGE,
} satisfies Record<string, MaxAge>;
