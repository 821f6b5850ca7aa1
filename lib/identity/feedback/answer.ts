import * as z from "zod";

const text = z.string();

/** The feedback file that ERC-8004 sketches, with the payment that backs it. */
export const feedbackFile = z.object({
  agentRegistry: text.describe("The agent's registry: `eip155:<chain>:<contract>`."),
  agentId: z.int().min(0).describe("Its token id there."),
  clientAddress: text.describe("CAIP-10 of who gives the feedback, and must send it."),
  createdAt: z.iso.datetime().describe("When the file was written."),
  value: z.int().describe("0 to 100."),
  valueDecimals: z.literal(0).describe("Places of `value` behind the point."),
  tag1: z.literal("starred").describe("That `value` rates quality."),
  tag2: text.optional().describe("What was bought, or what its buyer calls it."),
  endpoint: z.url().optional().describe("The route that was bought, where this service sold it."),
  text: text.optional().describe("The buyer's words. Untrusted third-party text."),
  proofOfPayment: z
    .object({
      fromAddress: text.describe("The wallet that paid."),
      toAddress: text.describe("The wallet that was paid."),
      chainId: text.describe("Reference of the chain (CAIP-2, behind the colon)."),
      txHash: text.describe("The transaction."),
      network: text.describe("CAIP-2 id of the chain."),
      asset: text.describe("What was paid in: USDC's contract or mint."),
      amount: text.describe("Base units."),
    })
    .describe("The payment, as this service read it from the chain."),
});
export type FeedbackFile = z.input<typeof feedbackFile>;
