import { curated } from "./curated";

/** Chains on which single tokens are looked at: those that DexScreener, GeckoTerminal and a safety source all cover. */
export const tokenChains = curated({
  owner: "token desks",
  source: "the chains that RugCheck or GoPlus judges and both pool lists cover",
  reviewed: "2026-11-22",
  nextReview: "2027-05-22",
  items: ["solana", "base", "ethereum", "bsc", "arbitrum"] as const,
});
