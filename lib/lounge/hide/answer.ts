import * as z from "zod";
import { HIDDEN_REASONS } from "../vocabulary";

export const hideSignalAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  signalId: z.string().describe("The signal."),
  reason: z.enum(HIDDEN_REASONS).describe("Why it was hidden first."),
  hiddenAt: z.iso.datetime().describe("When it was hidden first."),
  certificateHash: z.string().describe("What stays of it in the log."),
  erasedAnswers: z.int().describe("Kept answers of its publisher and its buyers that were erased now."),
});
export type HideSignalAnswer = z.input<typeof hideSignalAnswer>;
