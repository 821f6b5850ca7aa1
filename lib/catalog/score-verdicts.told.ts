import * as z from "zod";
import { scoreVerdictsEntry } from "./score-verdicts";
import { tell } from "./tell";

const scoreVerdictsAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  scored: z.int().min(0).describe("Verdicts that count and were scored now."),
  voids: z.int().min(0).describe("Those that were found void now."),
  open: z.int().min(0).describe("Those that are due and whose price can't be read yet."),
  daysCounted: z.int().min(0).describe("Days whose sold verdicts were counted now."),
});
export type ScoreVerdictsAnswer = z.input<typeof scoreVerdictsAnswer>;

export const scoreVerdictsTold = tell(scoreVerdictsEntry, {
  description:
    "Reads the price 24 hours after each frozen verdict and writes down what became of it. Every look at the accuracy page does a part of the same.",
  output: scoreVerdictsAnswer,
  sample: { input: {}, output: { ok: true, scored: 1, voids: 0, open: 0, daysCounted: 1 } },
});
