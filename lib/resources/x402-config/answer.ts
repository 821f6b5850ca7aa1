import * as z from "zod";
import { holdersField } from "@/lib/token/vocabulary";

const asset = z.strictObject({
  symbol: z.literal("USDC").describe("Its name for people."),
  address: z.string().describe("Its contract or mint."),
  decimals: z.int().describe("Base units are this many decimals below one."),
  eip712: z
    .strictObject({ name: z.string(), version: z.string() })
    .nullable()
    .describe("The contract's EIP-712 domain, which signers need; null where there is none."),
});

const network = z.strictObject({
  network: z.string().describe("CAIP-2 id."),
  name: z.string().describe("Its name for people."),
  offered: z.boolean().describe("Whether a 402 offers it at this moment."),
  payTo: z.string().nullable().describe("Recipient on this network; null where there is none."),
  schemes: z.array(z.literal("exact")).describe("x402 schemes."),
  maxTimeoutSeconds: z.int().describe("How long a payment may take from signature to settlement."),
  assets: z.array(asset).describe("What it can be paid in."),
});

const extension = z.strictObject({
  name: z.string().describe("Its key in x402."),
  where: z.enum(["challenge", "request"]).describe("Whether the 402 declares it or a request may bring it."),
  about: z.string().describe("What it is for here."),
});

export const x402ConfigAnswer = z.strictObject({
  ok: z.literal(true).describe("Always true in an answer."),
  x402Version: z.literal(2).describe("Version of the payment protocol."),
  networks: z.array(network).describe("Chains that payments settle on, in the order of a 402's offers."),
  notOffered: z
    .array(
      z.strictObject({
        what: z.string().describe("What a buyer may look for in vain: a currency, or chains."),
        about: z.string().describe("Why, and what is taken instead."),
      }),
    )
    .describe("What nothing can be paid with here, so that nobody waits for an offer."),
  facilitators: z
    .array(
      z.strictObject({
        role: z.enum(["primary", "fallback", "third"]).describe("In this order they are asked."),
        host: z.string().describe("Where it is."),
      }),
    )
    .describe("The two or three facilitators, which verify and settle x402 payments."),
  mpp: z
    .strictObject({
      offered: z.boolean().describe("Whether a 402 can be paid by MPP too."),
      method: z.literal("solana").describe("MPP's method."),
      intent: z.literal("charge").describe("MPP's intent."),
      network: z.string().describe("The cluster's name in MPP."),
      currency: z.string().describe("The mint."),
    })
    .describe("The other protocol by which a 402 can be paid."),
  extensions: z.array(extension).describe("x402 extensions that the service knows."),
  receipts: z
    .strictObject({
      signed: z.boolean().describe("Whether offers and receipts are signed."),
      keysUrl: z.url().describe("JSON Web Key Set of the keys that sign them, now and before."),
      lookupUrl: z.url().describe("Where a payer learns what became of a payment."),
    })
    .describe("Proof of what was offered and paid."),
  token: z
    .strictObject({
      launched: z.boolean().describe("False: nothing can be paid in it, and nobody holds it."),
      holders: holdersField.optional(),
    })
    .describe("The service's own token."),
  resourcesUrl: z.url().describe("Everything that is for sale."),
  documents: z
    .array(
      z.strictObject({
        title: z.string().describe("What it is."),
        url: z.url().describe("Where it is."),
        type: z.string().describe("Its media type."),
      }),
    )
    .describe("Documents by which the service is found and understood."),
});
export type X402ConfigAnswer = z.input<typeof x402ConfigAnswer>;
