import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { type PaymentRef, redisKeys, run } from "./run";
import { DROP_OPEN } from "./scripts";

/** A payment that is sent and open, or credited, as recovery needs it. */
export interface OpenPayment extends PaymentRef {
  state: string;
  /** Path of its route. */
  entry: string;
  rail: string;
  evidence: string;
  facts: string;
  intentAt: number;
  /** Where to look for it on chain, and how far that was looked, as trail.ts writes it. */
  trail: string;
  /** The settlement as JSON; empty before it is known to have moved. */
  receipt: string;
}

/** Payments whose intent, or credit, is older than `ageMs`, oldest first. */
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
        "trail",
        "state",
        "entry",
        "receipt",
      );
      // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
      const [payer = "", rail = "", evidence = "", facts = "", intentAt = "", trail = "", ...rest] =
        Array.isArray(reply) ? reply.map((field) => String(field ?? "")) : [];
      const [state = "", entry = "", receipt = ""] = rest;
      return {
        ...{ paymentKey, payer, rail, evidence, facts, intentAt: Number(intentAt), trail },
        ...{ state, entry, receipt },
      };
    }),
  );
}

/**
 * Takes a payment without a record out of the index: there is nothing left to recover it by. One that was claimed anew
 * since it was listed stays. True when it was there: one that was released meanwhile is in the index no more.
 */
export const dropOpen = async (payment: PaymentRef): Promise<boolean> =>
  (await run(DROP_OPEN, redisKeys(payment), [payment.paymentKey])) === "ok";
