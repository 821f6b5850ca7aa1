import * as z from "zod";

export const listedPayment = z.object({
  payment: z.string().describe("The payment's key."),
  state: z
    .enum(["claimed", "settling", "unknown", "credited", "settled", "refunding", "refunded", "debt", "lost"])
    .describe(
      "debt: it moved, was not served, and has no record. refunding: somebody is about to return it. lost: it is on a list, and its record is gone.",
    ),
  trust: z
    .enum(["believed", "confirmed", "unconfirmed", "unbacked", "disputed", "reorganised"])
    .nullable()
    .describe("What is known of a sale's money; null for what is no sale."),
  since: z.iso
    .datetime()
    .describe(
      "Since when: the intent's time, for a debt the block's, for a sale whose money is not seen the suspicion's.",
    ),
  route: z.string().describe("Path of the route; empty for a debt."),
  payer: z.string().describe("The paying wallet."),
  network: z.string().describe("CAIP-2 id."),
  amount: z.string().describe("USDC base units."),
  transaction: z.string().describe("The transaction that paid us; empty while it isn't known."),
});

export const listPaymentsAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  payments: z.array(listedPayment).describe("Oldest first, at most 200."),
  next: z
    .string()
    .nullable()
    .describe("`after` of the next page; null on the last. A page before it may be empty."),
});
export type ListPaymentsAnswer = z.input<typeof listPaymentsAnswer>;
