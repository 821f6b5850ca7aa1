import * as z from "zod";

export const receiptAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  payment: z.string().describe("The payment's key."),
  state: z
    .enum(["claimed", "settling", "unknown", "credited", "settled", "released", "refunding", "refunded"])
    .describe(
      "`settled`: paid and served. `released`: it moved nothing and never will. `credited`: paid, not served yet. `refunding`: paid, on its way back. `refunded`: paid and returned. Otherwise not decided yet.",
    ),
  transaction: z.string().nullable().describe("The transaction on its chain, once it is known."),
  network: z.string().nullable().describe("CAIP-2 id of the chain."),
  payer: z.string().nullable().describe("The paying wallet."),
  amount: z.string().nullable().describe("Base units of what was paid in."),
  asset: z.string().nullable().describe("What was paid in: its contract or mint, mostly USDC's."),
  resource: z.string().nullable().describe("Path of the route that the payment was sent to."),
  at: z.iso.datetime().nullable().describe("When it was settled."),
  receipt: z
    .object({ format: z.literal("jws"), signature: z.string() })
    .nullable()
    .describe(
      "The receipt of x402's offer-receipt extension, as PAYMENT-RESPONSE carried it; null unless settled.",
    ),
  refund: z
    .string()
    .nullable()
    .describe("The transaction that returned the money to the paying wallet; null unless refunded."),
  agent: z
    .string()
    .nullable()
    .describe(
      "The registered agent that the paid call named by X-Agent-Id: its caller's word; null for none.",
    ),
});
export type ReceiptAnswer = z.input<typeof receiptAnswer>;
