import * as z from "zod";
import { onRequest } from "../detail";

/** One part of a score: `contribution` = scale × weight × value; the contributions add up to the score. */
export const scorePart = z.object({
  factor: z.string().describe("What was looked at; `limit` is what a cap, gate or multiplier took away."),
  value: z.number().nullable().describe("The factor itself, as scored; null for `limit`."),
  weight: z
    .number()
    .nullable()
    .describe("Its weight, after the weights of unknown factors were shared out; null for `limit`."),
  contribution: z.number().describe("What it adds to the score. The contributions add up to the score."),
});
export type ScorePart = z.infer<typeof scorePart>;

/** Fields of whatever is scored. */
export const scored = {
  score: z
    .number()
    .nullable()
    .describe("Null when less than 0.6 of the score's weights rest on known factors."),
  why: onRequest(
    z.array(scorePart).describe('With `detail: "full"`: the parts of the score; empty when there is none.'),
  ),
};
