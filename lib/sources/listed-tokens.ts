import { type ListedToken, listedTokens } from "../curated/listed-tokens";

export { type ListedToken, WRAPPED_ETH, WRAPPED_SOL } from "../curated/listed-tokens";

/** What a wallet on Base is asked for. */
export const BASE_TOKENS: readonly ListedToken[] = listedTokens.items.base;

/** Mints on Solana that count as verified. */
export const SOLANA_TOKENS: readonly ListedToken[] = listedTokens.items.solana;
