import * as z from "zod";
import { tokenChains } from "@/lib/curated/token-chains";

/** Chains on which single tokens are looked at. Solana first: only there holders and authorities are read. */
export const TOKEN_CHAINS = tokenChains.items;
export type TokenChain = (typeof TOKEN_CHAINS)[number];

export const tokenChain = z
  .enum(TOKEN_CHAINS, { error: `must be one of ${TOKEN_CHAINS.join(", ")}` })
  .describe(`${TOKEN_CHAINS.join(", ")}.`);
