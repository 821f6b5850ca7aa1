import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { AccuracyAnswer } from "./answer";

export const accuracyEntry = defineRoute<AccuracyAnswer>()({
  path: "/api/svc-intel-accuracy",
  method: "GET",
  desk: "verdict",
  tier: "free",
  summary: "How the desk's verdicts did: each scored against bitcoin's next 24 hours",
  input: z.strictObject({}),
  statuses: [503],
});
