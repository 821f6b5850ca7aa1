import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { type PaymentRef, redisKeys, run } from "./run";
import { DROP_OPEN } from "./scripts";

/** A payment between intent and settlement, as a reconciler needs it. */
export interface OpenPayment extends PaymentRef {
  rail: string;
  evidence: string;
  facts: string;
  intentAt: number;
}

/** Payments whose intent is older than `ageMs`, oldest first. */
export async function openPayments(ageMs: number, limit: number): Promise<OpenPayment[]> {
  const store = ledgerStore();
  const found = await store.zrange<string[]>(keys.openPayments(), 0, now() - ageMs, {
    byScore: true,
    offset: 0,
    count: limit,
  });
  return Promise.all(
    found.map(async (paymentKey) => {
      const reply: unknown = await store.hmget(
        keys.payment(paymentKey),
        "payer",
        "rail",
        "evidence",
        "facts",
        "intentAt",
      );
      // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
      const [payer = "", rail = "", evidence = "", facts = "", intentAt = ""] = Array.isArray(reply)
        ? reply.map((field) => String(field ?? ""))
        : [];
      return { paymentKey, payer, rail, evidence, facts, intentAt: Number(intentAt) };
    }),
  );
}

/**
 * Takes a payment without a record out of the index: there is nothing left to recover it by. One that was claimed anew
 * since it was listed stays.
 */
export async function dropOpen(payment: PaymentRef): Promise<void> {
  await run(DROP_OPEN, redisKeys(payment), [payment.paymentKey]);
}
