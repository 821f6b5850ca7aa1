import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ScoreVerdictsAnswer } from "./answer";

/** The scheduled route that scores verdicts whose 24 hours are over. */
export const scoreVerdictsEntry = defineRoute<ScoreVerdictsAnswer>()({
  path: "/api/cron/score-verdicts",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "schedule",
  summary: "Scores verdicts whose 24 hours are over",
  input: z.strictObject({}),
  statuses: [503],
});
