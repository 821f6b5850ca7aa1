import { published } from "@/lib/catalog/published";
import { resourcesOf } from "@/lib/discovery/resources";
import { thisSite } from "@/lib/discovery/this-site";
import type { Handler } from "@/lib/handler";
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

export const resources: Handler<typeof resourcesEntry> = async (_, { now }) => {
  const [feePayer, sales] = await Promise.all([feePayerNow(), lastSalesIfKnown()]);
  return { answer: resourcesOf(published, thisSite(), { now, feePayer, lastSales: sales }), effects: [] };
};
