import { limits } from "@/lib/curated/plausibility";
import type { Bar, Candles, Timeframe } from "@/lib/sources/candles";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { agreedPrice, confirmed, disbelieved, hasJumped, unlessJumped } from "./referee";
import type { FrameReadings, TapeReadings } from "./tape";

/** Bars of several venues beside each other: a large move is believed when another venue has it in the bar of the same time. */

/** Whether a venue's bars moved farther than they may without another venue's word. */
export const tapeJumped = ({ frames }: TapeReadings): boolean =>
  frames.some(({ candles }) => hasJumped(candles));

/** The newest bars of one time on both venues; null without such a time. */
function sharedBar(a: Candles | null, b: Candles | null): readonly [Bar, Bar] | null {
  const byTime = new Map((b?.bars ?? []).map((bar) => [bar[0], bar]));
  const own = a?.bars.findLast(([at]) => byTime.has(at));
  const other = own === undefined ? undefined : byTime.get(own[0]);
  return own === undefined || other === undefined ? null : [own, other];
}

/** Whether the close, and how far the bar reached, are the same within what venues differ by. */
function isSame(tf: Timeframe, [a, b]: readonly [Bar, Bar]): boolean {
  const most = limits.bars.apart[tf];
  return [1, 2, 3].every((i) => Math.abs((a[i] ?? 0) / (b[i] ?? 0) - 1) <= most * (i === 3 ? 1 : 3));
}

/** One venue's bars with their jumps settled by the other's: confirmed, or disbelieved. */
function settled(
  tf: Timeframe,
  own: Reading<Candles>,
  other: Reading<Candles> | undefined,
): Reading<Candles> {
  if (!hasJumped(own)) return own;
  const shared = other === undefined ? null : sharedBar(own.value, other.value);
  if (shared === null) return unlessJumped(own, `${tf} bars`);
  if (other !== undefined && isSame(tf, shared)) return confirmed(own, other.provider);
  return disbelieved(
    own,
    `gave ${shared[0][3]} for the close of the ${tf} bar: ${other?.provider ?? "another"} gave ${shared[1][3]}; not believed`,
  );
}

/** The venues of one coin, each with the jumps of its bars settled by the others. */
export const refereedTape = (venues: readonly TapeReadings[]): TapeReadings[] =>
  venues.map((venue) => ({
    ...venue,
    frames: venue.frames.map((frame): FrameReadings => {
      const other = venues.find((one) => one.venue !== venue.venue);
      const beside = other?.frames.find(({ tf }) => tf === frame.tf)?.candles;
      return { ...frame, candles: settled(frame.tf, frame.candles, beside) };
    }),
  }));

/**
 * Bars beside a price that two other venues agree on: a newest close too far from it for the hours between is not believed, nor is
 * anything that rests on these bars.
 */
export function besidePrice(candles: Reading<Candles>, price: readonly Reading<Quote>[]): Reading<Candles> {
  const sure = agreedPrice(price);
  const close = candles.value?.bars.at(-1)?.[3];
  if (sure === null || close === undefined) return candles;
  return Math.abs(sure / close - 1) <= limits.tapeApart
    ? candles
    : disbelieved(candles, `gave ${close} for the newest close: two exchanges gave ${sure}; not believed`);
}
