import { isPaid } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { published } from "@/lib/catalog/published";
import { resourcesOf } from "@/lib/discovery/resources";
import { thisSite } from "@/lib/discovery/this-site";
import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { describe, log } from "@/lib/http/log";
import { lastSales } from "@/lib/payments/ledger/last-sales";
import { feePayerNow } from "../fee-payer";
import type { resourcesEntry } from "./entry";

/** A list of prices must not depend on the ledger: without it, it is not known when a route last sold. */
async function lastSalesIfKnown(): Promise<ReadonlyMap<string, Date> | null> {
  try {
    return await lastSales();
  } catch (error) {
    log.warn("last_sales_unknown", { why: describe(error) });
    return null;
  }
}

const forSale: readonly PublishedRoute[] = published.filter(isPaid);

/** The routes that are asked for. Throws ApiError 404 where that is none that is sold. */
function wanted(route: string | undefined): readonly PublishedRoute[] {
  if (route === undefined) return forSale;
  const found = forSale.filter(({ label, path }) => label === route || path === route);
  if (found.length > 0) return found;
  throw new ApiError("not_found", "Nothing is sold under that label or path.", {
    details: { field: "route", wouldMatch: forSale.map(({ label }) => label).join(", ") },
  });
}

export const resources: Handler<typeof resourcesEntry> = async ({ route }, { now }) => {
  const routes = wanted(route);
  const [feePayer, sales] = await Promise.all([feePayerNow(), lastSalesIfKnown()]);
  return { answer: resourcesOf(routes, thisSite(), { now, feePayer, lastSales: sales }), effects: [] };
};
