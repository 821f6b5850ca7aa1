import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { inspect, type Inspected } from "@/lib/payments/ledger/inspect";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { Receipt } from "@/lib/payments/rails/rail";
import { paidResponse } from "@/lib/payments/outcome/render-outcome";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { linkOf } from "./link";

/** What was paid for a call is on its way back to who paid it, or there, by which transaction. */
export type Returned = { kind: "refunding" } | { kind: "refunded"; refund: string };

/** What there is of a call for a link: nothing yet, an answer that is kept no longer, its money back, or it. */
type Fetched = "unpaid" | "gone" | Returned | Response;

/** Each was paid for; who wants to hide one behind others pays for as many. */
const MOST_LOOKED_AT = 32;

async function paymentsOf(link: string): Promise<Inspected[]> {
  const newest = await ledgerStore().zrange<string[]>(keys.payLink(link), -MOST_LOOKED_AT, -1);
  const looked = await Promise.all(newest.map((paymentKey) => inspect(paymentKey)));
  return looked.filter((payment) => payment !== null);
}

/** A sale whose money was returned has no answer any more, and is none that was never paid. */
function returnedOf(payments: readonly Inspected[]): Returned | null {
  const refunded = payments.find(({ state }) => state === "refunded");
  if (refunded !== undefined) return { kind: "refunded", refund: refunded.refund };
  return payments.some(({ state }) => state === "refunding") ? { kind: "refunding" } : null;
}

/** Fetches what a person paid for an agent, which proves by its secret that it is the one. Throws ApiError 503. */
export async function fetchAnswer(
  secret: string,
  path: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Fetched> {
  const payments = await fromLedger(paymentsOf(await linkOf(secret)));
  const wanted = await requestFingerprint(path, args);
  const ofCall = payments.filter(({ entry, fingerprint }) => entry === path && fingerprint === wanted);
  const payment = ofCall.find(({ state }) => state === "settled");
  if (payment === undefined) return returnedOf(ofCall) ?? "unpaid";
  const answer = await fromLedger(ledgerStore().get<string>(keys.answer(payment.paymentKey)));
  if (answer === null) return "gone";
  return paidResponse(path, answer, JSON.parse(payment.receipt) as Receipt, true); // written from that type
}
