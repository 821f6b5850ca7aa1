import * as z from "zod";

export const scoreVerdictsAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  scored: z.int().min(0).describe("Verdicts that count and were scored now."),
  voids: z.int().min(0).describe("Those that were found void now."),
  open: z.int().min(0).describe("Those that are due and whose price can't be read yet."),
  daysCounted: z.int().min(0).describe("Days whose sold verdicts were counted now."),
});
export type ScoreVerdictsAnswer = z.input<typeof scoreVerdictsAnswer>;
