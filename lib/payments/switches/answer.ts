import * as z from "zod";

const oneSwitch = z.strictObject({
  kind: z.enum(["facilitator", "chain", "route"]).describe("What it switches."),
  name: z.string().describe("The facilitator's role, the chain's CAIP-2 id, or the route's path."),
  off: z.boolean().describe("True: nothing new is sold by it."),
  since: z.iso.datetime().nullable().describe("When it was switched off; null while it is on."),
  by: z
    .enum(["operator", "proofs"])
    .nullable()
    .describe("Who switched it off: a person, or two proofs that it lied."),
});

export const switchesAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  switches: z.array(oneSwitch).describe("Facilitators, chains and paid routes."),
});
export type SwitchesAnswer = z.input<typeof switchesAnswer>;

export const setSwitchAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  switch: oneSwitch.describe("As it is now. Every instance knows it within 30 seconds."),
});
export type SetSwitchAnswer = z.input<typeof setSwitchAnswer>;
