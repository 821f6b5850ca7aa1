import type { Coin } from "@/lib/sources/derivatives";
import type { Reading } from "@/lib/sources/source";
import { type Taped, type TapeReadings, tapeOf } from "./tape";

/** For each coin, the venues that were asked, in order of preference. */
export type TapeInputs = Readonly<Partial<Record<Coin, readonly TapeReadings[]>>>;

/** Whether a venue gives a coin a score at every timeframe; where it does not, the next venue is asked. */
export const hasTapeScores = ({ frames }: TapeReadings, now: Date): boolean =>
  frames.every((frame) => tapeOf(frame, now).record.score !== null);

export interface CoinTape extends TapeReadings {
  taped: readonly Taped[];
}

/** Of the venues that were asked, the first with a score at every timeframe; without one, that with most bars. */
export function bestTape(venues: readonly TapeReadings[], now: Date): CoinTape | null {
  const found = venues.map((readings) => ({
    ...readings,
    taped: readings.frames.map((frame) => tapeOf(frame, now)),
  }));
  const covers = ({ taped }: CoinTape): number =>
    taped.reduce((sum, { credits }) => sum + credits.bars + credits.taker, 0);
  return (
    found.find(({ taped }) => taped.every(({ record }) => record.score !== null)) ??
    found.reduce<CoinTape | null>(
      (most, one) => (most === null || covers(one) > covers(most) ? one : most),
      null,
    )
  );
}

/** Mean score of a coin's timeframes, −1 to 1; null unless each has one. */
export function meanTapeScore(tape: CoinTape | null): number | null {
  const scores = (tape?.taped ?? []).map(({ record }) => record.score).filter((score) => score !== null);
  if (scores.length === 0 || scores.length < (tape?.taped.length ?? 0)) return null;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Every reading that was made, each once. */
export const tapeReadingsOf = (inputs: TapeInputs): Reading<unknown>[] => {
  const all = Object.values(inputs).flatMap((venues) =>
    venues.flatMap(({ frames, funding }) => [
      ...frames.flatMap(({ candles, taker }) => (taker === null ? [candles] : [candles, taker])),
      funding,
    ]),
  );
  return [...new Map(all.map((reading) => [reading.id, reading] as const)).values()];
};
