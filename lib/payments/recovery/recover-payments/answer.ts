import * as z from "zod";

export const recoverPaymentsAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  looked: z.int().min(0).describe("Abandoned payments that were looked up."),
  settled: z.int().min(0).describe("Those that had moved; their answers can be read now."),
  released: z.int().min(0).describe("Those that moved nothing and never will."),
  owed: z.int().min(0).describe("Those that moved and can't be served: they are on the list of debts."),
  open: z.int().min(0).describe("Those whose outcome the chain does not show yet."),
  checked: z.int().min(0).describe("Sales whose money, or whose block, was looked for."),
});
export type RecoverPaymentsAnswer = z.input<typeof recoverPaymentsAnswer>;
