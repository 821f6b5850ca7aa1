import { type Candles, type Timeframe, TIMEFRAMES } from "@/lib/sources/candles";
import type { Reading } from "@/lib/sources/source";
import { creditByAge } from "./coverage";
import { type FrameReadings, tapeMaxAge, type TapeReadings } from "./tape";

/** When the newest bar closed, in milliseconds, where it is new enough to be sold; null otherwise. */
function closeOf({ tf, candles }: FrameReadings, now: Date): number | null {
  const last = candles.value?.bars.at(-1);
  if (last === undefined) return null;
  const closed = last[0] + TIMEFRAMES[tf];
  return creditByAge(new Date(closed).toISOString(), tapeMaxAge(tf), now) === 0 ? null : closed;
}

/** The bars until one that closed then; the same reading when it has no later ones. */
function until(candles: Reading<Candles>, tf: Timeframe, closeMs: number): Reading<Candles> {
  const bars = candles.value?.bars ?? [];
  const kept = bars.filter(([at]) => at + TIMEFRAMES[tf] <= closeMs);
  if (candles.value === null || kept.length === bars.length || kept.length === 0) return candles;
  return { ...candles, value: { ...candles.value, bars: kept }, asOf: new Date(closeMs).toISOString() };
}

/**
 * Tapes that end at one bar a timeframe. While venues publish a new bar, some coins have it and others don't: then all are sold as of
 * the bar before, so that one answer compares the same minutes.
 */
export function oneBarTime(tapes: readonly (readonly TapeReadings[])[], now: Date): TapeReadings[][] {
  const frames = tapes.flat().flatMap((venue) => venue.frames);
  const shared = new Map<Timeframe, number>();
  for (const frame of frames) {
    const close = closeOf(frame, now);
    if (close !== null) shared.set(frame.tf, Math.min(close, shared.get(frame.tf) ?? Infinity));
  }
  const cut = (frame: FrameReadings): FrameReadings => {
    const close = shared.get(frame.tf);
    return close === undefined ? frame : { ...frame, candles: until(frame.candles, frame.tf, close) };
  };
  return tapes.map((venues) => venues.map((venue) => ({ ...venue, frames: venue.frames.map(cut) })));
}
