import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { owe } from "@/lib/payments/ledger/credit";
import type { OpenPayment } from "@/lib/payments/ledger/open-payments";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { Facts, Receipt } from "@/lib/payments/rails/rail";
import { now, timeoutSignal } from "@/lib/time";
import { creditProof } from "./proof";

/** As long as any route may take, and its way. */
const TIMEOUT_MS = 25_000;

/** Has the payment's route serve it, at our own origin: only there its handler is. Null where it did; else why not. */
async function objectionToServing({ entry, paymentKey }: OpenPayment): Promise<string | null> {
  const proof = creditProof(entry, paymentKey);
  if (proof === null) return "neither OPERATOR_SECRET nor CRON_SECRET is set";
  try {
    const response = await fetch(env().PUBLIC_ORIGIN + entry, {
      method: "POST",
      headers: { "content-type": "application/json", ...proof },
      body: "{}", // its arguments are in its record
      redirect: "manual",
      signal: timeoutSignal(TIMEOUT_MS),
      cache: "no-store",
    });
    await response.text();
    return response.status === 200 ? null : `HTTP ${response.status}`;
  } catch (error) {
    return describe(error);
  }
}

/** A credited payment without its client: it is served, or once that has failed for long it is owed to its payer. */
export async function recoverCredited(payment: OpenPayment): Promise<"settled" | "owed" | "open"> {
  const { paymentKey, entry, intentAt } = payment;
  const why = await objectionToServing(payment);
  if (why === null) {
    log.info("credited_served", { route: entry, payment: paymentKey });
    return "settled";
  }
  log.warn("credited_not_served", { route: entry, payment: paymentKey, why });
  if (now() - intentAt < env().LEDGER_CREDITED_FOR_MS) return "open";
  const { network, payer, amount, token } = JSON.parse(payment.facts) as Facts; // written by creditMoved from that type
  const { transaction, at } = JSON.parse(payment.receipt) as Receipt; // likewise
  const became = await fromLedger(
    owe(payment, { network, payer, amount: token?.worth ?? amount, transaction, at }),
  );
  if (became === "ok") log.error("credited_owed", { route: entry, payment: paymentKey, transaction });
  return became === "ok" ? "owed" : "open";
}
