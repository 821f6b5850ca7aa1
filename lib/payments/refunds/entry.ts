import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { RefundAnswer } from "./answer";

/** Reserves a refund before it is sent, and records it once the chain shows it. */
export const refundEntry = defineRoute<RefundAnswer>()({
  path: "/api/operator/refunds",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Reserves a refund, and records the transaction that returned a payment",
  input: z.strictObject({
    payment: z.string().max(300).default("").describe("The payment's key, as the lists show it."),
    transaction: z
      .string()
      .regex(/^[0-9A-Za-z]{1,128}$/, "must be a transaction's id")
      .optional()
      .describe(
        "The transaction that returned it, on the payment's chain. Without it the refund is reserved.",
      ),
    by: z
      .string()
      .regex(/^[^\p{Cc}]{1,60}$/u, "must be 1 to 60 printable characters")
      .default("somebody")
      .describe("Who is about to send it: others who would are told."),
    letGo: z
      .boolean()
      .default(false)
      .describe(
        "Nothing was sent, and nothing will be: the reservation is let go, by who made it alone. What the screen of payers holds is let go by two.",
      ),
  }),
  answers: [200, 409, 422],
  statuses: [404, 503],
});
