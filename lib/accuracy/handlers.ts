import type { accuracyEntry } from "@/lib/catalog/intel/accuracy";
import type { scoreVerdictsEntry } from "@/lib/catalog/score-verdicts";
import type { CallContext, Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { describe, log } from "@/lib/http/log";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import { readSources } from "@/lib/sources/read-sources";
import { ledgerStore } from "@/lib/store/redis";
import { readBook } from "./book";
import { type AccuracyPage, accuracyPage } from "./page";
import { scoreDue, type ScoreTools, type Scoring } from "./score-due";

/** What one look at the page scores on its way; the scheduled route takes all there is. */
const ON_READ = { verdicts: 3, days: 1 };
const ON_SCHEDULE = { verdicts: 1_000, days: 40 };
/** How long a page is believed without another look at the book. */
const PAGE_MS = 60_000;

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

const scoreAll = (most: typeof ON_READ, tools: ScoreTools, context: CallContext): Promise<Scoring> =>
  withStore(async () =>
    scoreDue(await readBook(tools.redis(), context.now), most, tools, readingOf(context)),
  );

/** The free page. One instance looks into the book at most once a minute, whoever asks how often. */
export function accuracyWith(tools: ScoreTools): Handler<typeof accuracyEntry> {
  let kept: { page: AccuracyPage; at: number } | null = null;
  return async (_, context) => {
    const age = context.now.getTime() - (kept?.at ?? -Infinity);
    if (kept === null || age >= PAGE_MS || age < 0) {
      const { book } = await scoreAll(ON_READ, tools, context);
      kept = { page: accuracyPage(book, context.now), at: context.now.getTime() };
    }
    return { answer: kept.page, effects: [] };
  };
}

/** The scheduled route. */
export const scoreVerdictsWith =
  (tools: ScoreTools): Handler<typeof scoreVerdictsEntry> =>
  async (_, context) => {
    const { scored, voids, open, daysCounted } = await scoreAll(ON_SCHEDULE, tools, context);
    return { answer: { ok: true, scored, voids, open, daysCounted }, effects: [] };
  };

const tools: ScoreTools = { redis: ledgerStore, read: readSources };
export const accuracy = accuracyWith(tools);
export const scoreVerdicts = scoreVerdictsWith(tools);
