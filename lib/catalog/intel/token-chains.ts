import * as z from "zod";

/** Chains on which single tokens are looked at. Solana first: only there holders and authorities are read. */
export const TOKEN_CHAINS = ["solana", "base", "ethereum", "bsc", "arbitrum"] as const;
export type TokenChain = (typeof TOKEN_CHAINS)[number];

export const tokenChain = z
  .enum(TOKEN_CHAINS, { error: `must be one of ${TOKEN_CHAINS.join(", ")}` })
  .describe(`${TOKEN_CHAINS.join(", ")}.`);
