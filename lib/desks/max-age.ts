import { type Pace, sessionAge } from "@/lib/sources/sessions";
import type { MaxAge } from "./coverage";
import type { AgeOf } from "./part";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How old data may be, by its own time, whatever desk it is part of. */

/** Exchanges that close: a price stands until the end of a long weekend. */
export const INDEX_MAX_AGE: MaxAge = { freshMs: 4 * DAY_MS, staleMs: 8 * DAY_MS };
/** How a provider publishes closes: FRED lists those of a day on the next. */
export const paceOf = (provider: string): Pace => (provider === "FRED" ? "daily" : "live");
/** Stock indices, by the sessions of New York's exchange. */
export const SESSION_MAX_AGE: AgeOf = ({ provider }, now) =>
  sessionAge(now, paceOf(provider)) ?? INDEX_MAX_AGE;
/** Fear and greed, published once a day. */
export const SENTIMENT_MAX_AGE: MaxAge = { freshMs: 36 * HOUR_MS, staleMs: 72 * HOUR_MS };
/** Prices of markets that never close. */
export const CRYPTO_MAX_AGE: MaxAge = { freshMs: 15 * 60_000, staleMs: HOUR_MS };
/** The Treasury's curve, published after each trading day. */
export const CURVE_MAX_AGE: MaxAge = { freshMs: 4 * DAY_MS, staleMs: 8 * DAY_MS };
/** The newest headline. */
export const HEADLINES_MAX_AGE: MaxAge = { freshMs: 24 * HOUR_MS, staleMs: 72 * HOUR_MS };
