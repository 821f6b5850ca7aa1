import * as z from "zod";

export const clearAlertAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  cleared: z.string().describe("The alert that no longer stands; its next event raises it again."),
});
export type ClearAlertAnswer = z.input<typeof clearAlertAnswer>;
