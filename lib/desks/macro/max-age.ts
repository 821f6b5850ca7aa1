import type { MaxAge } from "../coverage";
import {
  CRYPTO_MAX_AGE,
  CURVE_MAX_AGE,
  HEADLINES_MAX_AGE,
  INDEX_MAX_AGE,
  SENTIMENT_MAX_AGE,
} from "../max-age";

/** How old the data of each part may be, by its own time. */
export const MAX_AGE = {
  index: INDEX_MAX_AGE,
  crypto: CRYPTO_MAX_AGE,
  sentiment: SENTIMENT_MAX_AGE,
  yields: CURVE_MAX_AGE,
  headlines: HEADLINES_MAX_AGE,
} satisfies Record<string, MaxAge>;
