import * as z from "zod";
import { TAKEN_DOWN_REASONS } from "../feedback/vocabulary";

export const hideFeedbackAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  id: z.string().describe("The feedback."),
  reason: z.enum(TAKEN_DOWN_REASONS).describe("Why it was taken down first."),
});
export type HideFeedbackAnswer = z.input<typeof hideFeedbackAnswer>;
