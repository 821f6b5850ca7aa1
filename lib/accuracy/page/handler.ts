import type { Handler } from "@/lib/handler";
import type { ScoreTools } from "../score-due";
import { scoreAll, scoreTools } from "../scoring";
import { type AccuracyPage, accuracyPage } from "./compose";
import type { accuracyEntry } from "./entry";

/** What one look at the page scores on its way; the scheduled route takes all there is. */
const ON_READ = { verdicts: 3, days: 1 };
/** How long a page is served before the log is read again. */
const PAGE_MS = 60_000;

/** The free page. One instance reads the log at most once a minute, however many calls come. */
export function accuracyWith(tools: ScoreTools): Handler<typeof accuracyEntry> {
  let kept: { page: AccuracyPage; at: number } | null = null;
  return async (_, context) => {
    const age = context.now.getTime() - (kept?.at ?? -Infinity);
    if (kept === null || age >= PAGE_MS || age < 0) {
      const { verdictLog } = await scoreAll(ON_READ, tools, context);
      kept = { page: accuracyPage(verdictLog, context.now), at: context.now.getTime() };
    }
    return { answer: kept.page, effects: [] };
  };
}

export const accuracy = accuracyWith(scoreTools);
