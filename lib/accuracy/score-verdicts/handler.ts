import type { Handler } from "@/lib/handler";
import type { ScoreTools } from "../score-due";
import { scoreAll, scoreTools } from "../scoring";
import type { scoreVerdictsEntry } from "./entry";

const ON_SCHEDULE = { verdicts: 1_000, days: 40 };

/** The scheduled route. */
export const scoreVerdictsWith =
  (tools: ScoreTools): Handler<typeof scoreVerdictsEntry> =>
  async (_, context) => {
    const { scored, voids, open, daysCounted } = await scoreAll(ON_SCHEDULE, tools, context);
    return { answer: { ok: true, scored, voids, open, daysCounted }, effects: [] };
  };

export const scoreVerdicts = scoreVerdictsWith(scoreTools);
