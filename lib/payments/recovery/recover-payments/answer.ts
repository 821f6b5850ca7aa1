import * as z from "zod";

export const closeBooksAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  looked: z.int().min(0).describe("Abandoned payments that were looked up."),
  settled: z.int().min(0).describe("Those that had moved; their answers can be read now."),
  released: z.int().min(0).describe("Those that moved nothing and never will."),
  open: z.int().min(0).describe("Those that the chain does not decide yet."),
});
export type CloseBooksAnswer = z.input<typeof closeBooksAnswer>;
