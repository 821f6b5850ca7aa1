import type { World } from "../world";
import { MINUTE } from "./calendar";

/** A spot exchange's candle, in US dollars and coins; `at` is when it began, in milliseconds. */
export interface SpotCandle {
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  trades: number;
}

const SAMPLES = 4;

/**
 * The candles that begin between two moments, oldest first, of an exchange whose last trade at a moment `priceAt` tells.
 * The one under way is as far as it has come. Now and then nobody trades for five minutes, and there is no candle.
 */
export function spotCandles(
  { random, now }: World,
  venue: string,
  priceAt: (at: number) => number,
  stepMs: number,
  from: number,
  until: number,
): SpotCandle[] {
  const candles: SpotCandle[] = [];
  for (let at = Math.ceil(from / stepMs) * stepMs; at <= until && at < now(); at += stepMs) {
    if (stepMs <= 5 * MINUTE && random.unit(`${venue} quiet`, at / stepMs) < 0.002) continue;
    const end = Math.min(at + stepMs, now());
    const path = Array.from({ length: SAMPLES + 1 }, (_, i) => priceAt(at + ((end - at) * i) / SAMPLES));
    const [open = 0] = path;
    const volume = (0.5 + random.unit(`${venue} candle volume`, at / stepMs)) * ((end - at) / MINUTE) * 4;
    candles.push({
      at,
      open,
      high: Math.max(...path),
      low: Math.min(...path),
      close: path.at(-1) ?? open,
      volume,
      trades: Math.ceil(volume * 12),
    });
  }
  return candles;
}
