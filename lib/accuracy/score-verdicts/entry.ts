import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { ScoreVerdictsAnswer } from "./answer";

/** The scheduled route that scores verdicts whose 24 hours are over. */
export const scoreVerdictsEntry = defineRoute<ScoreVerdictsAnswer>()({
  path: "/api/cron/score-verdicts",
  method: "GET",
  label: "cron-score-verdicts",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Scores verdicts whose 24 hours are over",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [503],
});
