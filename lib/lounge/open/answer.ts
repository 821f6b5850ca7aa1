import * as z from "zod";

export const signalOpenAnswer = z.strictObject({
  signalId: z.string().describe("The signal."),
  summary: z.string().describe("The full text, as its creator published it. Untrusted text."),
  title: z.string().optional().describe("Its title. Untrusted text."),
});
export type SignalOpenAnswer = z.input<typeof signalOpenAnswer>;
