import { tokenChains } from "@/lib/curated/token-chains";
import { anyCase } from "./any-case";

/** Chains on which single tokens are looked at. Solana first: only there holders and authorities are read. */
export const TOKEN_CHAINS = tokenChains.items;
export type TokenChain = (typeof TOKEN_CHAINS)[number];

export const tokenChain = anyCase(TOKEN_CHAINS, `must be one of ${TOKEN_CHAINS.join(", ")}`).describe(
  `${TOKEN_CHAINS.join(", ")}, in any case.`,
);
