import { describe, log } from "@/lib/http/log";
import { noteTrust, readSale, takeDueSales } from "../ledger/trust";
import { draw, holdAgainst } from "./consequences";
import { lookAtNamed, lookForBlocks, lookForMoney } from "./look";
import type { Said, Sale, Verdict } from "./sale";

/**
 * A proof counts once for each sale, however often it is told, and comes before the verdict: what ends between the two is
 * looked at again.
 */
export async function conclude(sale: Said, verdict: Verdict): Promise<void> {
  if (verdict.trust === "unbacked" && sale.trust !== "unbacked") await holdAgainst(sale);
  if (await noteTrust(sale, verdict)) await draw(sale, verdict);
}

/** A person's word, once: false, and nothing follows from it, where the sale was concluded meanwhile. */
export async function decide(sale: Said, verdict: Verdict): Promise<boolean> {
  if (!(await noteTrust(sale, verdict))) return false;
  if (verdict.trust === "unbacked") await holdAgainst(sale);
  await draw(sale, verdict);
  return true;
}

const isPlaced = ({ trust, block }: Sale): boolean => trust === "confirmed" && block !== "";

/** One look for each of some sales; what can't be asked now is looked for when its time comes again. */
async function check(sales: readonly Sale[]): Promise<void> {
  const reported = (error: unknown): void => log.warn("sale_not_checked", { why: describe(error) });
  const placed = sales.filter(isPlaced);
  for (const onBase of [true, false]) {
    const ofChain = placed.filter(({ rail }) => (rail === "x402-evm") === onBase);
    const verdicts = await lookForBlocks(ofChain).catch(reported);
    for (const [sale, verdict] of verdicts ?? []) await conclude(sale, verdict);
  }
  for (const sale of sales.filter((one) => !isPlaced(one))) {
    const verdict = await lookForMoney(sale).catch(reported);
    if (verdict !== undefined) await conclude(sale, verdict);
  }
}

/** One look for a sale by its key. What fails is made good by the list. */
export async function checkNow(paymentKey: string): Promise<void> {
  try {
    const sale = await readSale(paymentKey);
    if (sale !== null) await check([sale]);
  } catch (error) {
    log.warn("sale_not_checked", { payment: paymentKey, why: describe(error) });
  }
}

/**
 * In the background of a sale's own call, which knows what was said of it: one look at the transaction that was named. What
 * is not there yet is read from the ledger and looked for as any other.
 */
export async function checkSaid(said: Said): Promise<void> {
  try {
    const verdict = await lookAtNamed(said);
    if (verdict !== null) await conclude(said, verdict);
    else await checkNow(said.paymentKey);
  } catch (error) {
    log.warn("sale_not_checked", { payment: said.paymentKey, why: describe(error) });
  }
}

/** Looks for the money of sales whose time has come, a page at a time, until there are none or time is up. */
export async function checkDueSales(page: number, isOver: () => boolean): Promise<number> {
  for (let checked = 0; ;) {
    if (isOver()) return checked;
    const sales = await takeDueSales(page);
    await check(sales);
    checked += sales.length;
    if (sales.length < page) return checked;
  }
}
