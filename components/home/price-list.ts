import { type HolderRight, priceOf, type RouteEntry, type Tier } from "@/lib/catalog/define";
import { formatUsd } from "@/lib/catalog/money";

export type Priced = Pick<RouteEntry, "path" | "method" | "summary" | "tier" | "tool" | "holders">;

/** What the own token's holders have on a route, beside its price. True before the token's launch, and after it. */
const HOLDERS: Readonly<Record<HolderRight, string>> = {
  free: "Once the service's token is launched: free for its holders, so many calls a day",
  audits: "Once the service's token is launched: some free each day for its Deluxe holders",
  depth: "Once the service's token is launched: as deep as a holder's tier, at the same price",
};

export const holdersInWords = (holders: HolderRight | undefined): string | null =>
  holders === undefined ? null : HOLDERS[holders];

export interface PriceGroup {
  tier: Tier;
  /** What the tier is called, for people. */
  name: string;
  /** "$0.02", or "Free". */
  price: string;
  entries: readonly Priced[];
}

const TIER_NAMES: Record<Tier, string> = {
  free: "Free",
  raw: "Raw data",
  signal: "Signals",
  bundle: "Bundles",
};

export const priceInWords = (entry: Pick<RouteEntry, "tier">): string =>
  priceOf(entry) === 0 ? "Free" : formatUsd(priceOf(entry));

/** The catalog by tier: paid tiers from the cheapest up, then what is free; within a tier, the catalog's order. */
export function priceGroups(entries: readonly Priced[]): PriceGroup[] {
  const rank = (tier: Tier): number => priceOf({ tier }) || Number.POSITIVE_INFINITY;
  const tiers = [...new Set(entries.map(({ tier }) => tier))].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return tiers.map((tier) => ({
    tier,
    name: TIER_NAMES[tier],
    price: priceInWords({ tier }),
    entries: entries.filter((entry) => entry.tier === tier),
  }));
}
