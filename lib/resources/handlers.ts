import { catalog } from "../catalog";
import type { resourcesEntry } from "../catalog/resources";
import type { x402ConfigEntry } from "../catalog/x402-config";
import { resourcesOf } from "../discovery/resources";
import { thisSite } from "../discovery/this-site";
import { x402ConfigOf } from "../discovery/x402-config";
import type { Handler } from "../handler";
import { describe, log } from "../http/log";
import { facilitators } from "../payments/facilitators/list";
import { feePayerToOffer, recallBriefly } from "../payments/facilitators/supported";
import { lastSales } from "../payments/ledger/last-sales";
import { signingKey } from "../payments/receipt/signing-key";

/** As a 402 does it: what this instance knows, else what another one heard. */
async function feePayerNow(): Promise<string | null> {
  await recallBriefly();
  return feePayerToOffer();
}

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
  return { answer: resourcesOf(catalog, thisSite(), { now, feePayer, lastSales: sales }), effects: [] };
};

export const x402Config: Handler<typeof x402ConfigEntry> = async () => {
  const [feePayer, key] = await Promise.all([feePayerNow(), signingKey()]);
  const payments = { facilitators: facilitators(), feePayer, signed: key !== null };
  return { answer: x402ConfigOf(thisSite(), payments), effects: [] };
};
