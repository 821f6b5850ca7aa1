import * as z from "zod";

export const newsOpenAnswer = z.strictObject({
  url: z.string().describe("Canonical article URL: without fragment, default port and tracking parameters."),
  unlocked: z.literal(true).describe("Always true in an answer."),
  title: z.string().optional().describe("As sent, else as the wire has it. Untrusted text."),
  source: z.string().optional().describe("Publisher, as sent, else as the wire has it."),
});
export type NewsOpenAnswer = z.input<typeof newsOpenAnswer>;
