import * as z from "zod";
import { limits } from "../curated/plausibility";
import { type Coin, ROWS_TOLD, takerVolumes } from "./derivatives";
import { within } from "./disbelieve";
import type { Reduced, Source } from "./source";

/** Length of a bar. */
export const TIMEFRAMES = { "5m": 300_000, "15m": 900_000, "1h": 3_600_000 } as const;
export type Timeframe = keyof typeof TIMEFRAMES;

/** `[opening, high, low, close, volume]` of a bar that has closed. Times in ms, volume in coins. */
const bar = z.tuple([
  z.int(),
  z.number().positive(),
  z.number().positive(),
  z.number().positive(),
  z.number().min(0),
]);
export type Bar = z.infer<typeof bar>;

const candles = z.object({
  /** Oldest first, one right after the other. */
  bars: z.array(bar).min(1),
  /** What takers bought and sold in each bar, in US dollars; null where the venue does not split a bar. */
  taker: takerVolumes.nullable(),
});
export type Candles = z.infer<typeof candles>;

/** How often bars are read: the shortest pace is the most urgent. */
export const CANDLES_FRESH_MS: Readonly<Record<Timeframe, number>> = {
  "5m": 30_000,
  "15m": 60_000,
  "1h": 60_000,
};
export const CANDLES_STALE_MS = 15 * 60_000;
/** How long a venue takes to publish a bar that has closed, at most. */
export const PUBLISHED_MS = 20_000;
/** The next bar has been published so long after the newest one closed. */
export const dueBars = (timeframe: Timeframe): { sinceDataMs: number } => ({
  sinceDataMs: TIMEFRAMES[timeframe] + PUBLISHED_MS,
});
/** Bars that are asked for: a UTC day of the shortest, and enough for averages to forget how they began. */
export const BARS_ASKED = 300;

/** What the sources of a coin's bars have in common: the next reading's newest close is compared with the last one's. */
export const candlesKept: Pick<Source<Candles>, "kept" | "baseline" | "steps"> = {
  kept: candles,
  baseline: ({ bars }) => ({ close: bars.at(-1)?.[3] ?? 0, [ROWS_TOLD]: bars.length }),
  steps: (figure) => (figure === ROWS_TOLD ? limits.steps.rows : limits.steps.largeCoin),
};

/** Throws SourceError `implausible` when the newest close is out of the coin's bounds. */
export function boundedBars(coin: Coin, reduced: Reduced<Candles>): Reduced<Candles> {
  within(`the newest close of ${coin}`, reduced.value.bars.at(-1)?.[3] ?? 0, limits.bounds[coin]);
  return reduced;
}

/**
 * The newest bars without a gap between them. What lies before a gap would pass for the bars right before, and every
 * average over it would be of another span than its name says.
 */
export function withoutGap(bars: readonly Bar[], timeframe: Timeframe): Bar[] {
  const step = TIMEFRAMES[timeframe];
  let from = bars.length - 1;
  while (from > 0 && (bars[from]?.[0] ?? 0) - (bars[from - 1]?.[0] ?? 0) === step) from--;
  return bars.slice(Math.max(0, from));
}

/** When the newest bar closed. */
export const closedAt = (bars: readonly Bar[], timeframe: Timeframe): Date | null => {
  const last = bars.at(-1);
  return last === undefined ? null : new Date(last[0] + TIMEFRAMES[timeframe]);
};
