import * as z from "zod";
import { accept, acceptRows, jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { BASE58_ADDRESS } from "./pool";
import { METEORA, METEORA_BUCKET, METEORA_HOST } from "./pools";

/**
 * Hourly closes of a pool. A request for too many of them is refused, so they come in stretches of 72 hours that begin
 * at fixed times. A stretch that is over never changes: it is asked for once, and of a pool that is shown again and
 * again only the newest stretch is read anew.
 */
const HOUR_SEC = 3_600;
const STRETCH_HOURS = 72;
const STRETCH_SEC = STRETCH_HOURS * HOUR_SEC;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How many closed hours are wanted: a week. */
export const CLOSES = 168;

const candle = z.object({ timestamp: z.int().positive(), close: z.number().positive() });
const body = z.object({ data: z.array(z.unknown()) });

/** An hour's begin in seconds since the epoch, and its last price. */
export type Close = [at: number, close: number];
const closes = z.array(z.tuple([z.int(), z.number().positive()])).max(STRETCH_HOURS);

/** Closes from `from` to before `until`, oldest first, each hour once. */
function reduceCandles(answer: unknown, from: number, until: number): Reduced<Close[]> {
  const rows = acceptRows(candle, accept(body, answer).data);
  const byHour = new Map<number, number>();
  for (const { timestamp, close } of rows)
    if (timestamp >= from && timestamp < until && timestamp % HOUR_SEC === 0) byHour.set(timestamp, close);
  if (rows.length > 0 && byHour.size === 0)
    throw new SourceError("schema", "no candle of the hours that were asked for");
  return { value: [...byHour].sort(([a], [b]) => a - b), asOf: null };
}

function stretch(address: string, index: number, over: boolean): Source<Close[]> {
  const from = index * STRETCH_SEC;
  /** The hour under way has no close yet. */
  const until = (now: Date): number =>
    Math.min(from + STRETCH_SEC, Math.floor(now.getTime() / HOUR_MS) * HOUR_SEC);
  return {
    // A stretch that was read before it was over is another value than the whole of it.
    id: `meteora.closes:${address}:${index}${over ? "" : ":open"}`,
    version: 1,
    provider: METEORA,
    address: (now) => ({
      host: METEORA_HOST,
      path: `/pools/${address}/ohlcv`,
      query: { timeframe: "1h", start_time: String(from), end_time: String(until(now) - 1) },
    }),
    answer: jsonAnswer((answer, now) => reduceCandles(answer, from, until(now))),
    kept: closes,
    freshMs: over ? 7 * DAY_MS : HOUR_MS / 2,
    staleMs: over ? 7 * DAY_MS : 6 * HOUR_MS,
    maxBytes: 200_000,
    bucket: METEORA_BUCKET,
  };
}

/** The stretches, oldest first, that hold a pool's last 168 closed hours at `now`. Throws for what is no address. */
export function meteoraCloses(address: string, now: Date): Source<Close[]>[] {
  if (!BASE58_ADDRESS.test(address)) throw new RangeError("not the address of a pool");
  const until = Math.floor(now.getTime() / HOUR_MS) * HOUR_SEC;
  const first = Math.floor((until - CLOSES * HOUR_SEC) / STRETCH_SEC);
  const last = Math.floor((until - HOUR_SEC) / STRETCH_SEC);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const index = first + i;
    // An hour later, so that a last candle that came late is not missed for good.
    return stretch(address, index, (index + 1) * STRETCH_SEC < until);
  });
}
