import type { CallContext } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { describe, log } from "@/lib/http/log";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import { readSources } from "@/lib/sources/read-sources";
import { ledgerStore } from "@/lib/store/redis";
import { readVerdictLog } from "./verdict-log";
import { scoreDue, type ScoreTools, type Scoring } from "./score-due";

/** How much one look may score on its way. */
interface Most {
  verdicts: number;
  days: number;
}

/** Runs `work`; a store that can't be reached is a 503 and not our defect. */
async function withStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.warn("accuracy_store_failed", { why: describe(error) });
    throw new ApiError("store_unavailable", "The record of verdicts can't be read now. Try again shortly.", {
      headers: retryAfter(10),
    });
  }
}

const readingOf = ({ now, signal }: CallContext): ReadContext => ({
  now,
  signal,
  stale: "wait",
  startedMs: performance.now(),
});

/** Scores what is due, up to `most`. Throws ApiError 503 while the store can't be reached. */
export const scoreAll = (most: Most, tools: ScoreTools, context: CallContext): Promise<Scoring> =>
  withStore(async () =>
    scoreDue(await readVerdictLog(tools.redis(), context.now), most, tools, readingOf(context)),
  );

/** What the product scores with. */
export const scoreTools: ScoreTools = { redis: ledgerStore, read: readSources };
