import { describe, log } from "@/lib/http/log";
import { now, sleep } from "@/lib/time";
import { noteTrust, readSale, takeDueSales } from "../ledger/trust";
import { nodesOf } from "./chains";
import { draw, holdAgainst } from "./consequences";
import { lookAtNamed, lookForBlocks, lookForMoney } from "./look";
import type { Said, Sale, Verdict } from "./sale";

/** So long who finds a sale unbacked has to have its proof counted, before whoever looks next does. */
const COUNTED_BY_MS = 30_000;

/** Counts the proof that an unbacked sale is, however often it is told, and takes the sale off the list after that. */
async function countProof(sale: Said & { block: string }): Promise<void> {
  await holdAgainst(sale);
  const { trust, block, receipt } = sale;
  await noteTrust(sale, { trust, block, receipt, trail: "", due: null });
}

/**
 * Writes a verdict down and draws what follows from it. False, and nothing follows, where the sale was concluded meanwhile: a
 * word that came second is held against nobody. A sale that proves a lie stays on the list until the proof is counted:
 * what ends before that is made good by the next look.
 */
export async function conclude(sale: Said, verdict: Verdict): Promise<boolean> {
  const isProof = verdict.trust === "unbacked";
  const due = isProof ? now() + COUNTED_BY_MS : verdict.due;
  if (!(await noteTrust(sale, { ...verdict, due }))) return false;
  await draw(sale, verdict);
  if (isProof)
    await countProof({ ...sale, ...verdict }).catch((error: unknown) =>
      log.warn("proof_not_counted", { payment: sale.paymentKey, why: describe(error) }),
    );
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
    if (sale.trust === "unbacked") {
      await countProof(sale).catch(reported);
      continue;
    }
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

/** When a sale's own call looks at the transaction that was named, after the sale (ms): every block or two at first. */
const LOOKS_MS = [0, 3_000, 6_000, 12_000];

/**
 * In the background of a sale's own call, which knows what was said of it: looks at the transaction that was named, until it is
 * there. What is not there by then, or is another's, is read from the ledger and looked for as any other.
 */
export async function checkSaid(said: Said): Promise<void> {
  const soldAt = now();
  const looks = nodesOf(said.rail).length === 0 ? [] : LOOKS_MS;
  for (const after of looks) {
    await sleep(Math.max(0, soldAt + after - now()));
    try {
      const verdict = await lookAtNamed(said);
      if (verdict === "another's") break;
      if (verdict !== null) return void (await conclude(said, verdict));
    } catch (error) {
      log.warn("sale_not_checked", { payment: said.paymentKey, why: describe(error) });
    }
  }
  await checkNow(said.paymentKey);
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
