import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ReceiptAnswer } from "./answer";
import { paymentKeyText } from "./vocabulary";

/** The outcome of a payment, for its payer. */
export const receiptEntry = defineRoute<ReceiptAnswer>()({
  path: "/api/receipt",
  method: "GET",
  desk: "payments",
  tier: "free",
  summary: "What became of a payment, with its signed receipt",
  input: z.strictObject({
    payment: paymentKeyText
      .optional()
      .describe("The payment's key. Not needed beside PAYMENT-SIGNATURE, which is the payment itself."),
  }),
  tool: null, // its proofs come in headers
  statuses: [404, 409, 503],
  proofs: ["SIGN-IN-WITH-X", "PAYMENT-SIGNATURE", "Idempotency-Key"],
});
