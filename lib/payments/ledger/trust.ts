import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { correction } from "../journal/line";
import type { Receipt } from "../rails/rail";
import { type Said, type Sale, TRUSTS, type Verdict } from "../trust/sale";
import { flag, run } from "./run";
import { NOTE_TRUST, PROVE_LIE, TAKE_DUE } from "./trust-scripts";

/** How long a sale that is looked at is nobody else's. */
const HELD_MS = 30_000;
const MAX_SUSPECTS = 10_000;
const MAX_PROOFS = 100;

const FIELDS = [
  ...["payer", "rail", "evidence", "receipt", "intentAt", "settledAt"],
  ...["trust", "block", "by", "resend", "search"],
] as const;

/** A settled sale by its key; null when there is none. Throws when the store can't be reached. */
export async function readSale(paymentKey: string): Promise<Sale | null> {
  const reply: unknown = await ledgerStore().hmget(keys.payment(paymentKey), ...FIELDS);
  // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
  const fields = Array.isArray(reply) ? reply.map((field) => String(field ?? "")) : [];
  const [payer = "", rail = "", evidence = "", receipt = "", intentAt, settledAt, ...rest] = fields;
  const [trust, block = "", by = "", resend = "", trail = ""] = rest;
  if (receipt === "" || evidence === "") return null;
  return {
    ...{ paymentKey, payer, rail, evidence, block, by, resend, trail },
    receipt: JSON.parse(receipt) as Receipt, // written by markSettled from that type
    ...{ intentAt: Number(intentAt), settledAt: Number(settledAt) },
    trust: TRUSTS.find((known) => known === trust) ?? "believed",
  };
}

/**
 * Whether a sale's money, or its block, is still to be seen: what is confirmed then may yet be dropped by the chain. Throws
 * when the store can't be reached.
 */
export const isToBeSeen = async (paymentKey: string): Promise<boolean> =>
  (await ledgerStore().zscore(keys.toConfirm(), paymentKey)) !== null;

/** Sales whose time to be looked at has come, oldest first. */
export async function takeDueSales(limit: number): Promise<Sale[]> {
  const reply = await run(TAKE_DUE, [keys.toConfirm()], [String(limit), String(HELD_MS)]);
  const due = Array.isArray(reply) ? reply.map(String) : [];
  const sales: Sale[] = [];
  for (const paymentKey of due) {
    const sale = await readSale(paymentKey);
    if (sale !== null) sales.push(sale);
    else await ledgerStore().zrem(keys.toConfirm(), paymentKey); // its record has run out
  }
  return sales;
}

/** The line that corrects a sale's: its money came by another transaction than was named, or never. */
function correctionOf(sale: Said, { trust, receipt }: Verdict): string[] | undefined {
  const corrects = sale.receipt.transaction;
  if (trust === "unbacked" && sale.trust !== trust)
    return correction({ ...receipt, state: trust, amount: `-${receipt.amount}`, corrects });
  if (receipt.transaction === corrects) return undefined;
  return correction({ ...receipt, state: "corrected", amount: "0", corrects });
}

/** Writes a look's verdict down; false when another worker was faster. */
export async function noteTrust(sale: Said, verdict: Verdict): Promise<boolean> {
  const { trust, receipt, block, trail, due } = verdict;
  const isSuspect = trust !== "confirmed" && trust !== "believed";
  const redisKeys = [keys.payment(sale.paymentKey), keys.toConfirm(), keys.suspects()];
  const reply = await run(NOTE_TRUST, redisKeys, [
    ...[sale.paymentKey, sale.trust, trust, JSON.stringify(receipt), block, trail],
    ...[due === null ? "" : String(Math.round(due)), flag(isSuspect), String(MAX_SUSPECTS)],
    ...[keys.journal(), JSON.stringify(correctionOf(sale, verdict)) ?? "", keys.silentNode(receipt.network)],
  ]);
  return reply === "ok";
}

/** Counts a proof against a facilitator. `out`: it was the second, and it is switched off; `last`: nobody else is left. */
export async function proveLie(
  { paymentKey }: Said,
  { url, field, kept, others }: { url: string; field: string; kept: string; others: readonly string[] },
): Promise<"noted" | "out" | "last"> {
  const args = [paymentKey, field, kept, String(MAX_PROOFS), ...others];
  const reply = await run(PROVE_LIE, [keys.lies(url), keys.switches()], args);
  return reply === "out" || reply === "last" ? reply : "noted";
}
