import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ScoreSignalsAnswer } from "./answer";

/** The scheduled route that scores creators' signals whose 24 hours are over. */
export const scoreSignalsEntry = defineRoute<ScoreSignalsAnswer>()({
  path: "/api/cron/score-signals",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "schedule",
  summary: "Scores creators' signals whose 24 hours are over",
  input: z.strictObject({}),
  statuses: [503],
});
