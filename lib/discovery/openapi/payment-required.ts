import * as z from "zod";
import { priceOf, type RouteEntry } from "@/lib/catalog/define";
import { toUsd } from "@/lib/catalog/money";
import { ERRORS } from "@/lib/http/api-error";
import { REASONS, type Reason } from "@/lib/payments/outcome/reasons";
import { refTo, type ApiResponse, type Schema } from "./format";
import { headersOf } from "./headers";
import { answerSchema } from "./schemas";

const reasons = Object.keys(REASONS).filter((reason): reason is Reason => reason in REASONS);

const offer = z.object({
  scheme: z.string().describe("How it is paid: `exact`."),
  network: z.string().describe("CAIP-2 id of the chain."),
  amount: z.string().regex(/^\d+$/).describe("The price in the asset's smallest unit."),
  asset: z.string().describe("Contract or mint of the asset."),
  payTo: z.string().describe("The recipient."),
  maxTimeoutSeconds: z.int().describe("Seconds from the signature until the payment must be settled."),
  extra: z
    .object({
      name: z.string().optional().describe("On EVM chains: name of the asset's EIP-712 domain."),
      version: z.string().optional().describe("On EVM chains: version of that domain."),
      feePayer: z.string().optional().describe("On Solana: payer of the network's fee."),
      transactionVersions: z
        .array(z.int())
        .optional()
        .describe("On Solana: versions of transactions that are taken, beside legacy ones."),
      memo: z
        .string()
        .optional()
        .describe(
          "On Solana, of a signal's publication: what the payment says in its memo, so that the chain dates it.",
        ),
      settlement: z
        .literal("self")
        .optional()
        .describe(
          "On the offer in the service's own token: its payer's own transaction settles it, as POST /api/token-pay-preview lays out. On no other offer.",
        ),
      merchantId: z.string().optional().describe("On that offer: who sells, as the quote has it."),
      quoteId: z
        .string()
        .optional()
        .describe(
          "On that offer: the quote, which the transaction's memo says. It runs out within two minutes.",
        ),
      burn: z
        .string()
        .regex(/^\d+$/)
        .optional()
        .describe("On that offer: how much of `amount` is burned. The rest goes to `payTo`."),
      replay: z
        .string()
        .describe(
          "The replay token: sent again with the payment, it proves that the stored answer is the caller's.",
        ),
    })
    .describe("What the scheme needs for signing."),
});

const paymentRequired = z.object({
  x402Version: z.literal(2).describe("Version of the protocol."),
  error: z.string().describe("Why payment is asked for: the code in `reason`."),
  resource: z
    .object({
      url: z.url().describe("The route that is paid for."),
      description: z.string().describe("What it sells."),
      mimeType: z.string().describe("Type of its answer."),
      serviceName: z.string().describe("The seller's name."),
    })
    .describe("What is paid for."),
  accepts: z.array(offer).min(1).describe("The offers, in the order in which to try them. Sign one of them."),
  extensions: z
    .record(z.string(), z.looseObject({}))
    .describe(
      "Extensions of x402, by name: `bazaar` shows how the route is called and what it answers, `payment-identifier` lets a payment bring a key of its own, `offer-receipt` signs the offers.",
    ),
});

const mppChallenge = z.object({
  id: z.string().describe("What binds the challenge's other members."),
  realm: z.string().describe("Host of the service."),
  method: z.literal("solana").describe("Chain."),
  intent: z.literal("charge").describe("One payment for one call."),
  request: z.string().describe("Base64url of the charge: amount, currency, recipient."),
  expires: z.iso.datetime().describe("It can't be paid afterwards."),
  opaque: z.string().describe("Base64url of the route that it is for. Send it back as it is."),
});

/** The body of a 402, as lib/payments/challenge/challenge.ts makes it. */
const paymentRequiredBody = z.object({
  error: z.string().describe("What to do, for people."),
  code: z.literal("payment_required").describe("Always this."),
  priceUsdc: z.number().describe("The price in US dollars."),
  resource: z.string().describe("The route's label."),
  reason: z.enum(reasons).describe("Why no payment was taken."),
  x402: paymentRequired.describe(
    "The challenge: the same object as in the header PAYMENT-REQUIRED, which leaves the signed offers out where the own token is offered.",
  ),
  mpp: z.array(mppChallenge).describe("The same price as MPP challenges; empty where none are made."),
  howToPay: z.array(z.string()).describe("The steps of a first payment."),
});

export const PAYMENT_REQUIRED: Schema = {
  ...answerSchema(paymentRequiredBody),
  description: "The price of a call and the ways to pay it.",
};

/** The 402 of a route: its body names the route's own price and label. */
export const paymentRequiredResponse = (entry: RouteEntry, mpp: boolean): ApiResponse => ({
  description: ERRORS.payment_required.when,
  headers: headersOf(["PAYMENT-REQUIRED"], mpp ? ["WWW-Authenticate"] : []),
  content: {
    "application/json": {
      schema: {
        allOf: [
          refTo("schemas", "PaymentRequired"),
          { properties: { priceUsdc: { const: toUsd(priceOf(entry)) }, resource: { const: entry.label } } },
        ],
      },
    },
  },
});
