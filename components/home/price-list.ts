import { byQuestion } from "@/components/desks/questions";
import { freshnessInWords } from "@/components/desks/freshness";
import { type HolderRight, isPaid, priceOf, type RouteEntry } from "@/lib/catalog/define";
import { formatUsd } from "@/lib/catalog/money";
import { DESK_PAGES, deskSlug } from "@/lib/discovery/pages";

export type Priced = Pick<
  RouteEntry,
  "path" | "method" | "summary" | "tier" | "tool" | "desk" | "label" | "freshnessSec" | "holders"
>;

/** What the own token's holders have on a route, beside its price. True before the token's launch, and after it. */
const HOLDERS: Readonly<Record<HolderRight, string>> = {
  free: "Once the service's token is launched: free for its holders, so many calls a day",
  audits: "Once the service's token is launched: some free each day for its Deluxe holders",
  depth: "Once the service's token is launched: as deep as a holder's tier, at the same price",
};

export const holdersInWords = (holders: HolderRight | undefined): string | null =>
  holders === undefined ? null : HOLDERS[holders];

/** One route as the price table shows it: plain data, which the page hands to the browser. */
export interface PriceRow {
  method: string;
  path: string;
  summary: string;
  tool: string | null;
  /** "$0.02", or "Free". */
  price: string;
  paid: boolean;
  freshness: string;
  /** What the own token's holders have on it, in words. */
  holders: string | null;
  /** The desk's page, where the route has one. */
  href: string | null;
}

export interface PriceGroup {
  id: string;
  question: string;
  rows: readonly PriceRow[];
}

export const priceInWords = (entry: Pick<RouteEntry, "tier">): string =>
  priceOf(entry) === 0 ? "Free" : formatUsd(priceOf(entry));

/** "$0.02", of what is not free; "Free" where everything is. */
export const lowestPrice = (entries: readonly Pick<RouteEntry, "tier">[]): string =>
  formatUsdOf(
    entries
      .filter(isPaid)
      .map(priceOf)
      .sort((a, b) => a - b)[0],
  );

const formatUsdOf = (price: ReturnType<typeof priceOf> | undefined): string =>
  price === undefined ? "Free" : formatUsd(price);

const pages = new Set(DESK_PAGES.map(({ path }) => path));

function rowOf(entry: Priced): PriceRow {
  const { method, path, summary, tool, label, holders } = entry;
  const href = `/desks/${deskSlug(label)}`;
  return {
    ...{ method, path, summary, tool, paid: isPaid(entry), price: priceInWords(entry) },
    holders: holdersInWords(holders),
    freshness: isPaid(entry) && pages.has(href) ? freshnessInWords(entry) : "",
    href: pages.has(href) && isPaid(entry) ? href : null,
  };
}

/** The routes by the question that they answer, each once; within a question, the cheapest first. */
export function priceGroups(entries: readonly Priced[]): PriceGroup[] {
  return byQuestion(entries, ({ desk }) => desk).map(({ id, question, things }) => ({
    ...{ id, question },
    rows: [...things].sort((one, other) => priceOf(one) - priceOf(other)).map(rowOf),
  }));
}
