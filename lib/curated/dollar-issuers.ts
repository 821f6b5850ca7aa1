import { curated } from "./curated";

/** Mints whose issuer can mint and freeze because it redeems in dollars: for these the two authorities are no danger. */
export const dollarIssuers = curated({
  owner: "token desks",
  source: "mints as Circle and Tether publish them",
  reviewed: "2026-11-22",
  nextReview: "2027-05-22",
  items: [
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", // USDC
    "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", // USDT
  ],
});
