import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "./define";

/** The scheduled route that scores verdicts whose 24 hours are over. */
export const scoreVerdictsEntry = defineRoute({
  path: "/api/cron/score-verdicts",
  method: "GET",
  label: "cron-score-verdicts",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Scores verdicts whose 24 hours are over",
  description:
    "Reads the price 24 hours after each frozen verdict and writes down what became of it. Every look at the accuracy page does a part of the same.",
  input: z.strictObject({}),
  output: z.object({
    ok: z.literal(true).describe("Always true in an answer."),
    scored: z.int().min(0).describe("Verdicts that count and were scored now."),
    voids: z.int().min(0).describe("Those that were found void now."),
    open: z.int().min(0).describe("Those that are due and whose price can't be read yet."),
    daysCounted: z.int().min(0).describe("Days whose sold verdicts were counted now."),
  }),
  sample: { input: {}, output: { ok: true, scored: 1, voids: 0, open: 0, daysCounted: 1 } },
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [503],
});
