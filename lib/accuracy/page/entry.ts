import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { AccuracyAnswer } from "./answer";

export const accuracyEntry = defineRoute<AccuracyAnswer>()({
  path: "/api/svc-intel-accuracy",
  method: "GET",
  label: "intel-accuracy",
  desk: "verdict",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "How the desk's verdicts did: each scored against bitcoin's next 24 hours",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_accuracy",
  statuses: [503],
});
