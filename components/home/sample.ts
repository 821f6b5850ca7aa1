import * as z from "zod";
import { chainName } from "@/components/pay/offers";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import type { PublishedRoute } from "@/lib/catalog/document";
import { deskSlug } from "@/lib/discovery/pages";
import { priceInWords } from "./price-list";

const receipt = z.object({
  resource: z.string(),
  state: z.string(),
  network: z.string(),
  transaction: z.string(),
  amount: z.string(),
});

/** A receipt in words. */
interface SaleReceipt {
  amount: string;
  chain: string;
  state: string;
  /** Its beginning and its end. */
  transaction: string;
}

/** One sale as its buyer sees it, as plain data. */
export interface Sample {
  path: string;
  price: string;
  /** What of the answer fits beside the headline. */
  answer: Readonly<Record<string, unknown>>;
  receipt: SaleReceipt | null;
  /** The page that has the whole answer. */
  href: string;
}

/** The receipt that the catalog shows as its sample, if it is one of this route. */
function receiptFor({ path }: PublishedRoute, routes: readonly PublishedRoute[]): SaleReceipt | null {
  for (const { sample } of routes) {
    const read = receipt.safeParse(sample.output);
    if (!read.success || read.data.resource !== path) continue;
    const { amount, network, state, transaction } = read.data;
    return {
      amount: formatUsd(baseUnits(Number(amount))),
      chain: chainName(network),
      state,
      transaction: `${transaction.slice(0, 10)}…${transaction.slice(-6)}`,
    };
  }
  return null;
}

/** Of a sample answer, what fits beside the headline: one list, and the first rows of it. */
const TASTE = { lists: 1, rows: 5 };

const FRAME = ["summary", "coverage", "stale", "sources", "dataAsOf"];

function tasteOf(answer: unknown): Record<string, unknown> {
  const members = z.record(z.string(), z.unknown()).parse(answer);
  const lists = Object.entries(members).filter(
    ([name, value]) =>
      Array.isArray(value) && value.length > 1 && !["sources", "notes", "provenance"].includes(name),
  );
  return Object.fromEntries([
    ...Object.entries(members).filter(([name]) => FRAME.includes(name)),
    ...lists
      .slice(0, TASTE.lists)
      .map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, TASTE.rows) : value]),
  ]);
}

/** A route's sample answer with its receipt, cut to what the first page shows. */
export const sampleOf = (route: PublishedRoute, routes: readonly PublishedRoute[]): Sample => ({
  path: route.path,
  price: priceInWords(route),
  answer: tasteOf(route.sample.output),
  receipt: receiptFor(route, routes),
  href: `/desks/${deskSlug(route.label)}`,
});
