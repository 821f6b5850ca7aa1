import type { AnswerOf } from "@/lib/catalog/define";
import { keepAlive } from "@/lib/http/keep-alive";
import { isToBeSeen, readSale } from "@/lib/payments/ledger/trust";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { merchant } from "@/lib/payments/rails/merchant";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { memoOf } from "../publish/certify";
import type { Signal } from "../signal";
import { DATED_BY } from "../store";
import type { rwaTokenEntry } from "./entry";

/**
 * The transaction of a payment whose money was seen on chain, and whether the chain has made it final: before, a dropped block
 * may bring it by another. Null before it was seen, and once the ledger has forgotten it.
 */
async function seenTransaction(payment: string): Promise<{ transaction: string; isFinal: boolean } | null> {
  const isFinal = !(await fromLedger(isToBeSeen(payment)));
  const sale = await fromLedger(readSale(payment));
  return sale?.trust === "confirmed" ? { transaction: sale.receipt.transaction, isFinal } : null;
}

/**
 * The payment that says a signal's certificate in its memo, so that the chain dates it; null for a signal that was not paid
 * for in that way. Its transaction is kept from the first time on that somebody asks and it is final, since the ledger forgets
 * payments.
 */
export async function datedBy({
  id,
  certificateHash,
}: Signal): Promise<AnswerOf<typeof rwaTokenEntry>["payment"]> {
  const record = keys.loungeSignal(id);
  const fields = await fromLedger(
    ledgerStore().hmget(record, DATED_BY.payment, DATED_BY.transaction) as Promise<unknown>,
  );
  const [payment = null, kept = null] = Array.isArray(fields) ? (fields as (string | null)[]) : []; // as publishing wrote them
  if (payment === null) return null;
  const seen = kept === null ? await seenTransaction(payment) : null;
  if (seen?.isFinal === true)
    keepAlive(ledgerStore().hset(record, { [DATED_BY.transaction]: seen.transaction }));
  const transaction = kept ?? seen?.transaction ?? null;
  return { network: merchant().networks.solana.id, memo: memoOf({ certificateHash }), transaction };
}
