import * as z from "zod";

export const refundAnswer = z.object({
  ok: z.boolean().describe("Whether what was asked for is done: reserved, recorded, or let go."),
  payment: z.string().describe("The payment's key."),
  payer: z.string().describe("The wallet that paid."),
  network: z.string().describe("CAIP-2 id."),
  amount: z.string().describe("What was paid, in USDC base units."),
  returned: z
    .string()
    .nullable()
    .describe(
      "What the transaction gave the payer, in USDC base units; null without one, or where it did not land.",
    ),
  reserved: z
    .object({ by: z.string().describe("As they named themselves."), since: z.iso.datetime() })
    .nullable()
    .describe("Who is about to send the refund."),
  message: z.string().describe("What came of it, for a person."),
});
export type RefundAnswer = z.input<typeof refundAnswer>;
