import { published } from "../catalog/published";
import type { resourcesEntry } from "../catalog/resources";
import { resourcesOf } from "../discovery/resources";
import { thisSite } from "../discovery/this-site";
import type { Handler } from "../handler";
import { describe, log } from "../http/log";
import { lastSales } from "../payments/ledger/last-sales";
import { feePayerNow } from "./fee-payer";

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
