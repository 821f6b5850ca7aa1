import type { Feed } from "@/lib/sources/feeds";
import type { Reading } from "@/lib/sources/source";
import { type BlockTimes, newestOf, oldestOf } from "./block-times";
import type { Context } from "./candidate";
import { type PositioningInputs, positioningReadingsOf } from "./positioning-venues";

/** When what others say of the candidates is from, where any candidate has it. */
export const contextTimes = (
  candidates: readonly Pick<Context, "institutional" | "narrative">[],
  feeds: readonly Reading<Feed>[],
  positioning: PositioningInputs,
): BlockTimes => ({
  "candidates[].institutional": candidates.some(({ institutional }) => institutional !== null)
    ? oldestOf(positioningReadingsOf(positioning))
    : null,
  "candidates[].narrative": candidates.some(({ narrative }) => narrative !== null) ? newestOf(feeds) : null,
});
