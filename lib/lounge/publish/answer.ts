import * as z from "zod";

export const signalPublishAnswer = z.strictObject({
  id: z.string().describe("The signal's id, by which it is found, unlocked and proved."),
  published: z.literal(true).describe("It stands on the feed from the moment at which the payment settled."),
  title: z.string().describe("The title as it was published: cleaned of what can't be seen."),
});
export type SignalPublishAnswer = z.input<typeof signalPublishAnswer>;
