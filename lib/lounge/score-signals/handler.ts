import type { Handler } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { scoreDue } from "../outcomes/score";
import type { scoreSignalsEntry } from "./entry";

const ON_SCHEDULE = 1_000;

/** The scheduled route. */
export const scoreSignalsWith =
  (read: ReadSources): Handler<typeof scoreSignalsEntry> =>
  async (_, { now, signal }) => {
    const context = { now, signal, stale: "wait" as const, startedMs: performance.now() };
    const done = await fromLedger(scoreDue(ON_SCHEDULE, read, context));
    return { answer: { ok: true, ...done }, effects: [] };
  };

export const scoreSignals = scoreSignalsWith(readSources);
