import { holderOf } from "@/lib/payments/ledger/reserve";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";

/**
 * The key of the payment that was made under a link for a request (its fingerprint), or is `pending`; null for none. Throws
 * ApiError 503 where the ledger can't be read.
 */
export async function paidUnder(
  link: string,
  request: string,
): Promise<{ value: string; pending: boolean } | null> {
  const held = await fromLedger(ledgerStore().get<string>(keys.payLink(link, request)));
  return held === null ? null : holderOf(held);
}
