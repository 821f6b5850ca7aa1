import * as z from "zod";

export const anchorLogAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  state: z
    .enum(["off", "unsigned", "nothing new", "pending", "anchored", "failed"])
    .describe(
      "What the run came to: no key is set, no key signs the log, every leaf is anchored, it is on its way, it is final, or the chain took none.",
    ),
  size: z.int().nullable().describe("Leaves of the tree that it is about."),
  slot: z.int().nullable().describe("The slot at which the chain has it."),
  wallet: z.string().nullable().describe("The wallet that pays for anchors: it needs a little SOL."),
});
export type AnchorLogAnswer = z.input<typeof anchorLogAnswer>;
