import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { STATES, type State } from "./ledger";
import type { OpenPayment } from "./open-payments";

/** All that the ledger knows of a payment besides its answer. Texts are empty before their time. */
export interface Inspected extends OpenPayment {
  state: State;
  fingerprint: string;
  /** Of a credited payment: what is kept of its request (kept-request.ts), and the key of its idempotency binding, empty without one. */
  request: string;
  bindingKey: string;
  /** Hashes of what proves the first caller. */
  secret: string;
  idempotency: string;
  /** The registered agent that the caller named. */
  agent: string;
  /** The transaction that returned its money; empty unless refunded. */
  refund: string;
  /** Until when a worker holds it, in milliseconds of Redis time; 0 when nobody does. */
  lease: number;
}

/** Reads a payment's record without touching it; null when there is none. Throws when the store can't be reached. */
export async function inspect(paymentKey: string): Promise<Inspected | null> {
  const names = ["state", "payer", "rail", "entry", "evidence", "facts", "receipt", "secret", "idempotency"];
  const reply: unknown = await ledgerStore().hmget(
    keys.payment(paymentKey),
    ...names,
    "intentAt",
    "lease",
    "trail",
    "agent",
    ...["fingerprint", "request", "key", "refund"],
  );
  // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
  const fields = Array.isArray(reply) ? reply.map((field) => String(field ?? "")) : [];
  const [
    state,
    payer = "",
    rail = "",
    entry = "",
    evidence = "",
    facts = "",
    receipt = "",
    secret = "",
    idempotency = "",
    intentAt,
    lease,
    trail = "",
    agent = "",
    fingerprint = "",
    request = "",
    bindingKey = "",
    refund = "",
  ] = fields;
  const known = STATES.find((candidate) => candidate === state);
  if (known === undefined) return null;
  return {
    ...{ paymentKey, state: known, payer, rail, entry, evidence, facts, receipt, secret, idempotency },
    intentAt: Number(intentAt),
    lease: Number(lease),
    ...{ trail, agent, fingerprint, request, bindingKey, refund },
  };
}
