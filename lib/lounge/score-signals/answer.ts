import * as z from "zod";

export const scoreSignalsAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  scored: z.int().min(0).describe("Signals that were scored now."),
  voids: z.int().min(0).describe("Those that were found void now."),
  open: z.int().min(0).describe("Those that are due and whose prices can't be read yet."),
});
export type ScoreSignalsAnswer = z.input<typeof scoreSignalsAnswer>;
