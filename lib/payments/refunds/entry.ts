import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { RefundAnswer } from "./answer";

/** Records that a payment was returned, once the chain shows it. */
export const refundEntry = defineRoute<RefundAnswer>()({
  path: "/api/operator/refunds",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Records the transaction that returned a payment",
  input: z.strictObject({
    payment: z.string().max(300).default("").describe("The payment's key, as the lists show it."),
    transaction: z
      .string()
      .regex(/^[0-9A-Za-z]{1,128}$/, "must be a transaction's id")
      .default("0")
      .describe("The transaction that returned it, on the payment's chain."),
  }),
  answers: [200, 409, 422],
  statuses: [404, 503],
});
