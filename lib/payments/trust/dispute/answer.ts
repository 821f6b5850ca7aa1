import * as z from "zod";

export const disputeAnswer = z.object({
  ok: z.boolean().describe("Whether the sale was disputed, and was asked about or decided."),
  payment: z.string().describe("The payment's key."),
  transaction: z.string().describe("The transaction that paid, as it is known."),
  trust: z
    .enum(["believed", "confirmed", "unconfirmed", "unbacked", "disputed", "reorganised"])
    .describe("What is held of its money now."),
  nodes: z
    .array(
      z.object({
        node: z.enum(["first", "second"]),
        says: z
          .enum(["paid", "unpaid", "open", "unread"])
          .describe("unpaid: it never moved and can't any more. unread: the node can't be asked."),
        why: z.string(),
      }),
    )
    .describe("What each of our nodes of its chain says."),
  message: z.string().describe("What came of it and what to do, for a person."),
});
export type DisputeAnswer = z.input<typeof disputeAnswer>;
