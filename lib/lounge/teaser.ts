import { beginningOf, lengthOf } from "./text";
import { MAX_TEASER } from "./limits/vocabulary";

/** Who sees a fifth of a text has not read it. */
const SHOWN = 1 / 5;

/** What everybody may read of a cleaned summary: its beginning, at most 100 characters and at most a fifth of it. */
export const teaserOf = (summary: string): string =>
  beginningOf(summary, Math.min(MAX_TEASER, Math.floor(lengthOf(summary) * SHOWN)));
