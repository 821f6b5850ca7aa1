import { curated } from "./curated";

/**
 * Categories of DefiLlama whose protocols don't give out tokens for use, or whose deposits are customers' money on its
 * way: their size says nothing of a distribution.
 */
export const categoriesWithoutAirdrops = curated({
  owner: "alpha desks",
  source: "the categories of api.llama.fi/protocols",
  reviewed: "2026-11-22",
  nextReview: "2027-05-22",
  items: [
    "CEX",
    ...["Bridge", "Canonical Bridge", "Cross Chain Bridge", "Bridge Aggregator", "Bridge Aggregators"],
    ...["RWA", "RWA Lending", "Treasury Manager", "OTC Marketplace", "Payments"],
  ],
});
