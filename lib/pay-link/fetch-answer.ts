import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { inspect } from "@/lib/payments/ledger/inspect";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { Receipt } from "@/lib/payments/rails/rail";
import { paidResponse } from "@/lib/payments/outcome/render-outcome";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { linkOf } from "./link";
import { paidUnder } from "./paid-under";

/** What was paid for a call is on its way back to who paid it, or there, by which transaction. */
export type Returned = { kind: "refunding" } | { kind: "refunded"; refund: string };

/** What there is of a call for a link: nothing yet, an answer that is kept no longer, its money back, or it. */
type Fetched = "unpaid" | "gone" | Returned | Response;

/**
 * Fetches what a person paid for an agent, which proves by its secret that it is the one. `until` is the link's end. Throws
 * ApiError 503.
 */
export async function fetchAnswer(
  secret: string,
  until: string,
  path: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Fetched> {
  const request = await requestFingerprint(path, args);
  const paid = await paidUnder(await linkOf(secret, until), request);
  if (paid === null || paid.pending) return "unpaid";
  const payment = await fromLedger(inspect(paid.value));
  // A sale whose money was returned has no answer any more, and is none that was never paid.
  if (payment?.state === "refunded") return { kind: "refunded", refund: payment.refund };
  if (payment?.state === "refunding") return { kind: "refunding" };
  if (payment?.state !== "settled") return "unpaid";
  const answer = await fromLedger(ledgerStore().get<string>(keys.answer(paid.value)));
  if (answer === null) return "gone";
  return paidResponse(path, answer, JSON.parse(payment.receipt) as Receipt, true); // written from that type
}
