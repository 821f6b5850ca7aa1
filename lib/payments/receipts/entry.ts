import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ReceiptAnswer } from "./answer";

/**
 * A payment's key: on EVM chains network, asset, payer and nonce of its authorization; on Solana network and SHA-256
 * of the transaction's message. Letters in either case, spelled out because a published pattern has no flags.
 */
const PAYMENT_KEY =
  /^([eE][iI][pP]155:[0-9]{1,20}:0[xX][0-9a-fA-F]{40}:0[xX][0-9a-fA-F]{40}:0[xX][0-9a-fA-F]{64}|[sS][oO][lL][aA][nN][aA]:[0-9a-zA-Z]{32,44}:[0-9a-fA-F]{64})$/;

/** The outcome of a payment, for its payer. */
export const receiptEntry = defineRoute<ReceiptAnswer>()({
  path: "/api/receipt",
  method: "GET",
  desk: "payments",
  tier: "free",
  summary: "What became of a payment, with its signed receipt",
  input: z.strictObject({
    payment: z
      .string()
      .regex(
        PAYMENT_KEY,
        "must be `<network>:<asset>:<payer>:<nonce>` of a payment on Base, or `<network>:<SHA-256 of the message>` of one on Solana",
      )
      .optional()
      .describe("The payment's key. Not needed beside PAYMENT-SIGNATURE, which is the payment itself."),
  }),
  tool: null, // its proofs come in headers
  statuses: [404, 409, 503],
  proofs: ["SIGN-IN-WITH-X", "PAYMENT-SIGNATURE", "Idempotency-Key"],
});
