import type { Effect } from "../../handler";
import { env } from "../../env";
import { keys } from "../../store/keys";
import { ledgerStore } from "../../store/redis";
import { BEGIN, INTENT, RELEASED, SETTLED, UNKNOWN } from "./scripts";

/**
 * What is known of each payment: `claimed → settling → settled`, with `released` and `unknown` beside them
 * (docs/decisions/till.md draws the states). Only this file runs the scripts that move a payment between them.
 * Every function throws when the store can't be reached.
 */

/** Who calls, with what: the fields that a claim records and that a later call is compared with. */
export interface Claim {
  paymentKey: string;
  /** Random token of this worker's claim. */
  owner: string;
  /** How long the claim holds, in milliseconds. */
  leaseMs: number;
  /** Which request the payment buys (see fingerprint.ts). */
  fingerprint: string;
  /** Hash of the replay secret, or empty when the client sent none. */
  secret: string;
  /** Hash of the idempotency key, or empty. */
  idempotency: string;
  entry: string;
  payer: string;
  rail: string;
}

export type State = "claimed" | "settling" | "settled" | "unknown";

export interface LedgerRecord {
  state: State;
  fingerprint: string;
  /** The caller brought the replay secret, or the idempotency key, of the first call. */
  proved: boolean;
  entry: string;
  /** What a rail needs to find the payment on chain, as JSON; empty before the intent. */
  evidence: string;
  /** The settlement as JSON; empty before it is settled. */
  receipt: string;
  /** When the intent was written, in milliseconds of Redis time; 0 before. */
  intentAt: number;
  /** The stored answer; null unless settled and still kept. */
  answer: string | null;
}

export type Begun =
  | { kind: "absent" }
  | { kind: "claimed" }
  | { kind: "record"; record: LedgerRecord }
  /** A dead worker's `settling`, now this caller's to finish. */
  | { kind: "taken-over"; record: LedgerRecord };

const RELEASED_TTL_SEC = 86_400;

/** Scripts are sent by hash and, where the store does not know them yet, once in full. */
const compiled = new Map<string, ReturnType<typeof createScript>>();

const createScript = (lua: string) => ledgerStore().createScript(lua);

async function run(lua: string, redisKeys: string[], args: string[]): Promise<unknown> {
  const script = compiled.get(lua) ?? createScript(lua);
  compiled.set(lua, script);
  return script.exec(redisKeys, args);
}

const redisKeys = (paymentKey: string): string[] => [
  keys.payment(paymentKey),
  keys.answer(paymentKey),
  keys.openPayments(),
];

const STATES: readonly State[] = ["claimed", "settling", "settled", "unknown"];

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
  };
}

/** Looks the payment up and, when nothing is known of it and `mayClaim`, claims it: one round trip. */
export async function begin(claim: Claim, mayClaim: boolean): Promise<Begun> {
  const { owner, leaseMs, fingerprint, secret, idempotency, entry, payer, rail } = claim;
  const args = [
    mayClaim ? "1" : "0",
    owner,
    String(leaseMs),
    fingerprint,
    secret,
    idempotency,
    entry,
    payer,
    rail,
  ];
  const reply = await run(BEGIN, redisKeys(claim.paymentKey), args);
  const fields = Array.isArray(reply) ? reply.map(String) : [];
  const [kind] = fields;
  if (kind === "absent" || kind === "claimed") return { kind };
  if (kind === "record" || kind === "taken-over") return { kind, record: readRecord(fields) };
  throw new Error("the ledger answered something else than it should");
}

export interface Intent {
  evidence: string;
  effects: readonly Effect[];
  answer: string;
  /** Binds an idempotency key to this payment and request; null when the client sent none. */
  binding: { key: string; value: string } | null;
}

/**
 * Writes down what is about to be settled. Only after `ok` may money move.
 * `lost`: the claim ran out or was taken; `bound`: the idempotency key belongs to another payment.
 */
export async function writeIntent(claim: Claim, intent: Intent): Promise<"ok" | "lost" | "bound"> {
  const { binding } = intent;
  const effects = JSON.stringify(intent.effects.map((effect) => effect.command));
  const ttl = String(env().LEDGER_ANSWER_TTL_SEC);
  const args = [
    claim.owner,
    String(claim.leaseMs),
    intent.evidence,
    effects,
    intent.answer,
    binding?.value ?? "",
    ttl,
  ];
  const reply = await run(
    INTENT,
    [...redisKeys(claim.paymentKey), ...(binding === null ? [] : [binding.key])],
    args,
  );
  return reply === "ok" || reply === "bound" ? reply : "lost";
}

/** Closes the book of a payment that moved. True when it is settled now, by this or an earlier call. */
export async function markSettled(paymentKey: string, receipt: string): Promise<boolean> {
  const { LEDGER_KEY_TTL_SEC, LEDGER_ANSWER_TTL_SEC } = env();
  const reply = await run(SETTLED, redisKeys(paymentKey), [
    receipt,
    String(LEDGER_KEY_TTL_SEC),
    String(LEDGER_ANSWER_TTL_SEC),
  ]);
  return reply === "ok" || reply === "already";
}

/** Hands a settling payment whose outcome is open to the chain. */
export async function markUnknown(claim: Claim): Promise<void> {
  await run(UNKNOWN, redisKeys(claim.paymentKey), [claim.owner]);
}

/** Gives up what this worker holds; nothing moved. */
export async function release(claim: Claim, why: string): Promise<void> {
  await run(RELEASED, redisKeys(claim.paymentKey), [claim.owner, why, String(RELEASED_TTL_SEC)]);
}

/** Gives up an `unknown` payment that the chain proved unmoved. */
export async function releaseUnmoved(paymentKey: string, why: string): Promise<void> {
  await run(RELEASED, redisKeys(paymentKey), ["", why, String(RELEASED_TTL_SEC)]);
}

/** The payment that an idempotency key is bound to, as written by `writeIntent`, or null. */
export const boundTo = (bindingKey: string): Promise<string | null> => ledgerStore().get<string>(bindingKey);
