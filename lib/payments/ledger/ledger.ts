import { env } from "@/lib/env";
import type { Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { type PaymentRef, flag, isClosed, redisKeys, run } from "./run";
import { BEGIN, INTENT, RELEASED, SEARCHED, SETTLED, UNKNOWN } from "./scripts";

/**
 * What is known of each payment: `claimed → settling → settled`, with `released`, `unknown` and `credited` beside them
 * (docs/decisions/till.md draws the states). Only this folder runs the scripts that move a payment between them.
 * Every function throws when the store can't be reached.
 */

/** The caller and the request: the fields that a claim records and that a later call is compared with. */
export interface Claim {
  paymentKey: string;
  /** Random token of this worker's claim. */
  owner: string;
  /** How long the claim holds, in milliseconds. */
  leaseMs: number;
  /** Which request the payment buys (see fingerprint.ts). */
  fingerprint: string;
  /** Hash of the replay token, or empty when the client sent none. */
  secret: string;
  /** Hash of the idempotency key, or empty. */
  idempotency: string;
  entry: string;
  payer: string;
  rail: string;
  /** The caller proved to hold the paying wallet, which proves the payment, whichever call claimed it first. */
  walletProved: boolean;
}

export type State = "claimed" | "settling" | "settled" | "unknown" | "credited";

export interface LedgerRecord {
  state: State;
  fingerprint: string;
  /** The caller sent the replay token, or the idempotency key, of the first call. */
  proved: boolean;
  entry: string;
  /** What a rail needs to find the payment on chain, as JSON; empty before the intent. */
  evidence: string;
  /** The settlement as JSON; empty before the payment is known to have moved. */
  receipt: string;
  /** When the intent was written, in milliseconds of Redis time; 0 before. */
  intentAt: number;
  /** The stored answer; null unless settled and still kept. */
  answer: string | null;
  /** Where to look for the payment on chain, and how far that was looked, as trail.ts writes it; empty at first. */
  trail: string;
}

export type BeginResult =
  | { kind: "absent" }
  | { kind: "claimed" }
  | { kind: "record"; record: LedgerRecord }
  /** A `settling` or `credited` payment without a worker, which this caller takes over. */
  | { kind: "taken-over"; record: LedgerRecord };

/** Calls of one payer between intent and settlement at most, and how long one counts if nobody closes it. */
const MAX_IN_FLIGHT = 4;
const IN_FLIGHT_MS = 15 * 60_000;

export const STATES: readonly State[] = ["claimed", "settling", "settled", "unknown", "credited"];

function readRecord(fields: readonly string[]): LedgerRecord {
  const [
    ,
    state,
    fingerprint = "",
    proved,
    entry = "",
    evidence = "",
    receipt = "",
    intentAt = "",
    answer = "",
    trail = "",
  ] = fields;
  const known = STATES.find((candidate) => candidate === state);
  if (known === undefined) throw new Error(`the ledger holds an unknown state: ${state}`);
  return {
    state: known,
    fingerprint,
    proved: proved === "1",
    entry,
    evidence,
    receipt,
    intentAt: Number(intentAt),
    answer: answer === "" ? null : answer,
    trail,
  };
}

/**
 * Looks the payment up and, when nothing is known of it and it may, claims it: one round trip. `mayResume`: the
 * caller finishes what a dead worker left settling, when it is handed that.
 */
export async function begin(claim: Claim, may: { claim: boolean; resume: boolean }): Promise<BeginResult> {
  const { owner, leaseMs, fingerprint, secret, idempotency, entry, payer, rail, walletProved } = claim;
  const args = [
    flag(may.claim),
    owner,
    String(leaseMs),
    fingerprint,
    secret,
    idempotency,
    entry,
    payer,
    rail,
    flag(may.resume),
    flag(walletProved),
  ];
  const reply = await run(BEGIN, [...redisKeys(claim), keys.ledgerEpoch()], args);
  const fields = Array.isArray(reply) ? reply.map(String) : [];
  const [kind] = fields;
  if (kind === "absent" || kind === "claimed") return { kind };
  if (kind === "record" || kind === "taken-over") return { kind, record: readRecord(fields) };
  throw new Error("the ledger answered something else than it should");
}

export interface Intent {
  evidence: string;
  /** What a receipt shows besides the transaction, as JSON. */
  facts: string;
  effects: readonly Effect[];
  answer: string;
  /** Binds an idempotency key to this payment and request; null when the client sent none. */
  binding: { key: string; value: string } | null;
}

/**
 * Writes down what is about to be settled. Only after `ok` may money move.
 * `lost`: the claim ran out or was taken; `bound`: the idempotency key belongs to another payment; `busy`: the payer
 * has too much in flight, or let a payment fail lately.
 */
export async function writeIntent(claim: Claim, intent: Intent): Promise<"ok" | "lost" | "bound" | "busy"> {
  const { binding, evidence, facts, answer } = intent;
  const effects = JSON.stringify(intent.effects.map((effect) => effect.command));
  const ttl = String(env().LEDGER_ANSWER_TTL_SEC);
  const args = [
    ...[claim.owner, String(claim.leaseMs), evidence, effects, answer, binding?.value ?? "", ttl],
    ...[claim.paymentKey, facts, String(MAX_IN_FLIGHT), String(IN_FLIGHT_MS)],
  ];
  const reply = await run(INTENT, [...redisKeys(claim), ...(binding === null ? [] : [binding.key])], args);
  return reply === "ok" || reply === "bound" || reply === "busy" ? reply : "lost";
}

/** Who said that a payment is settled, and what it takes to have the same authorization settled by another. */
interface Word {
  /** A facilitator's address; empty for our own node. */
  by: string;
  resend: string;
}

/** So soon after a sale its own call has looked for its money; most sales that are listed for a look. */
const LOOK_MS = 20_000;
const MAX_LISTED = 50_000;

/** Marks a payment as settled by somebody's word: its money is still to be seen. True as for `markSettled`. */
export async function markSaid(payment: PaymentRef, receipt: string, { by, resend }: Word): Promise<boolean> {
  const { LEDGER_KEY_TTL_SEC, LEDGER_ANSWER_TTL_SEC } = env();
  const args = [
    ...[payment.paymentKey, receipt, String(LEDGER_KEY_TTL_SEC), String(LEDGER_ANSWER_TTL_SEC)],
    ...[String(LOOK_MS), String(MAX_LISTED), by, resend],
  ];
  const reply = await run(SETTLED, [...redisKeys(payment), keys.toConfirm()], args);
  return reply === "already" || isClosed(reply, payment);
}

/** Marks a payment that moved as settled. True when it is settled now, by this or an earlier call. */
export const markSettled = (payment: PaymentRef, receipt: string): Promise<boolean> =>
  markSaid(payment, receipt, { by: "", resend: "" });

/** Marks a settling payment whose outcome is open as unknown: from here only the chain decides. A trail that is empty leaves what was known. */
export async function markUnknown(claim: Claim, trail: string): Promise<void> {
  await run(UNKNOWN, redisKeys(claim), [claim.owner, trail]);
}

/**
 * Writes down how far a search of the chain has come, for this evidence and from where the record has it. False when it
 * is another's by now, or another look was faster.
 */
export async function noteTrail(
  payment: PaymentRef & { evidence: string; trail: string },
  further: string,
): Promise<boolean> {
  const args = [payment.evidence, payment.trail, further];
  return (await run(SEARCHED, redisKeys(payment), args)) === "ok";
}

/**
 * Releases what this worker holds, its intent included. Only for a worker that knows that nothing was sent. False when it held
 * nothing any more: its lease ran out, and the worker that took over may move the payment.
 */
export async function release(claim: Claim): Promise<boolean> {
  return (await run(RELEASED, redisKeys(claim), [claim.paymentKey, claim.owner, "0", "1", ""])) === "ok";
}

/** Releases a claim that may have been made without a reply; a payment past its intent stays as it is. */
export async function abandonClaim(claim: Claim): Promise<void> {
  await run(RELEASED, redisKeys(claim), [claim.paymentKey, claim.owner, "0", "0", ""]);
}

/**
 * Releases a payment that the chain proved unmoved by its recorded evidence; its payer gets a cooldown. False when there is
 * no such payment any more.
 */
export async function releaseUnmoved(payment: PaymentRef, evidence: string): Promise<boolean> {
  const args = [payment.paymentKey, "", String(env().LEDGER_COOLDOWN_MS), "0", evidence];
  return (await run(RELEASED, redisKeys(payment), args)) === "ok";
}

/** The same for a payment that failed by no doing of its payer's: nobody cools down. */
export async function releaseBlameless(payment: PaymentRef, evidence: string): Promise<boolean> {
  const args = [payment.paymentKey, "", "0", "0", evidence];
  return (await run(RELEASED, redisKeys(payment), args)) === "ok";
}

/** The payment that an idempotency key is bound to, as written by `writeIntent`, or null. */
export const boundTo = (bindingKey: string): Promise<string | null> => ledgerStore().get<string>(bindingKey);
