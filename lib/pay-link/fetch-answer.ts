import { inspect } from "@/lib/payments/ledger/inspect";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { Receipt } from "@/lib/payments/rails/rail";
import { paidResponse } from "@/lib/payments/render-outcome";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { linkOf } from "./link";

/** What there is for a link: nothing yet, what was paid for another request, an answer that is kept no longer, or it. */
export type Fetched = "unpaid" | "other" | "gone" | Response;

/** Fetches what a person paid for an agent, which proves by its secret that it is the one. Throws ApiError 503. */
export async function fetchAnswer(
  secret: string,
  path: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Fetched> {
  const link = await linkOf(secret);
  const paymentKey = await fromLedger(ledgerStore().get<string>(keys.payLink(link)));
  if (paymentKey === null) return "unpaid";
  const payment = await fromLedger(inspect(paymentKey));
  if (payment === null || payment.state !== "settled") return "unpaid";
  if (payment.entry !== path || payment.fingerprint !== (await requestFingerprint(path, args)))
    return "other";
  const answer = await fromLedger(ledgerStore().get<string>(keys.answer(paymentKey)));
  if (answer === null) return "gone";
  return paidResponse(path, answer, JSON.parse(payment.receipt) as Receipt, true); // written from that type
}
