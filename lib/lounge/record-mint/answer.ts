import * as z from "zod";

export const recordMintAnswer = z.object({
  ok: z.boolean().describe("Whether the mint stands as the signal's."),
  signalId: z.string().describe("The signal."),
  status: z.enum(["published", "minted"]).describe("The signal's, after this call."),
  mint: z.string().nullable().describe("The mint that is recorded of it; null without one."),
  expectedMint: z
    .string()
    .nullable()
    .describe("The one address at which it may be minted; null where its creator has no Solana wallet."),
  message: z.string().describe("What was found, or what keeps the mint from being recorded."),
});
export type RecordMintAnswer = z.input<typeof recordMintAnswer>;
