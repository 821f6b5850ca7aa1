import type { Slots } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Effect, Reservation } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { readJson } from "@/lib/chains/trail";
import { isRecord } from "@/lib/is-record";
import { reservedText } from "./reserve";
import { type PaymentRef, flag, isClosed, redisKeys, run } from "./run";
import { type ToPlace, toldUnseen, unseenKey } from "./unseen";
import { BEGIN, INTENT, RELEASED, SEARCHED, SETTLED, TAKE_SLOT, UNKNOWN } from "./scripts";

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
  /**
   * The caller proved to hold the paying wallet, which proves the payment, whichever call claimed it first. Only a proof
   * that was made for this very request has it credited, or bound anew.
   */
  walletProved: false | "for reading" | "for this request";
  /** Which of its payer's slots the call takes. */
  slots: Slots;
  /** The network that the call comes from, as client-address.ts has it. */
  network: string;
  /** The address within it, or its /64: what one customer of a provider has. */
  household: string;
  /** Where the caller's idempotency key is bound, or null without one. */
  bindingKey: string | null;
  /** What it would move: base units, and of what. Left out where no slot is taken. */
  moves?: { amount: string; asset: string };
  /** As kept-request.ts has it: what a credited payment is served by without its client. */
  request: string;
}

export type State =
  | "claimed"
  | "settling"
  | "settled"
  | "unknown"
  | "credited"
  /** Somebody is about to return it. */
  | "refunding"
  | "refunded";

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
  /** The transaction that refunded it; empty unless refunded. */
  refund: string;
  /** How long it is kept for who proves its wallet, in milliseconds; 0 unless credited. */
  waitMs: number;
}

/** What keeps a payment from being claimed, or from its slot, although nothing is wrong with it. */
export type NoSlot =
  /**
   * The payer has no slot free, for so long at most. `noLook`: its network has had its share of looks at the chain. `isHeld`:
   * another call of the payer's holds it, and frees it at its end.
   */
  | { kind: "busy"; waitMs: number; noLook?: true; isHeld?: true }
  /** The idempotency key bought with another payment. */
  | { kind: "bound"; value: string };

export type BeginResult =
  | { kind: "absent" }
  /**
   * `hasPaid`: a sale to its payer was settled before. `ageMs`: it was first presented so long ago, and could not be looked
   * up then; left out where it is new. `open`: what the payer's other open claims would move of the same asset (base units);
   * left out where there are none.
   */
  | { kind: "claimed"; hasPaid?: true; ageMs?: number; open?: bigint }
  /** The newcomers' budgets are used up: it has a slot if its payer's balance is shown. See `May.shown`. */
  | { kind: "unshown" }
  | NoSlot
  /** It has a slot if it is shown to be no old one: see `May.mayBeOld`. */
  | { kind: "doubted" }
  | { kind: "record"; record: LedgerRecord }
  /** A `settling` or `credited` payment without a worker, which this caller takes over. */
  | { kind: "taken-over"; record: LedgerRecord };

/** How long a payment of which nothing is known keeps its slot if nobody closes it: no authorization is valid for longer. */
const UNKNOWN_SLOT_MS = 15 * 60_000;

export const STATES: readonly State[] = [
  ...(["claimed", "settling", "settled", "unknown", "credited"] as const),
  ...(["refunding", "refunded"] as const),
];

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
    refund = "",
    waitMs,
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
    refund,
    waitMs: Number(waitMs ?? 0),
  };
}

const noSlot = ([kind, detail = "", noLook, isHeld]: readonly string[]): NoSlot | null => {
  if (kind === "busy")
    return {
      kind,
      waitMs: Number(detail),
      ...(noLook === "1" && { noLook: true }),
      ...(isHeld === "1" && { isHeld: true }),
    };
  return kind === "bound" ? { kind, value: detail } : null;
};

const texts = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);

/** What a caller may have of a payment. */
export interface May {
  /** Claims it when nothing is known of it: with one of its payer's slots, or without. */
  claim: "with slot" | "without slot" | false;
  /** Finishes what a dead worker left, when it is handed that. */
  resume: boolean;
  /**
   * Whether it can still be sent is not known: such payments stand on the chain, signed by their payers, for anybody to
   * bring. None is given its payer's last slot, and to networks that bring old ones none at all.
   */
  mayBeOld?: boolean;
  /** The payer's balance as our own node has just shown it (base units), or that it could not be asked. */
  shown?: bigint | "unread";
  /** Has a credited payment for another request, or instead of another caller, where it proves the wallet. */
  rebind?: boolean;
}

const movesOf = ({ moves }: Claim): string[] => [moves?.amount ?? "", moves?.asset ?? ""];

const shownText = (shown: May["shown"]): string => String(shown ?? "");

/** Looks the payment up and, when nothing is known of it and it may, claims it: one round trip. */
export async function begin(claim: Claim, may: May): Promise<BeginResult> {
  const { owner, leaseMs, fingerprint, secret, idempotency, entry, payer, rail, walletProved } = claim;
  const { slots, bindingKey, paymentKey, network, household } = claim;
  const args = [
    flag(may.claim !== false),
    owner,
    String(leaseMs),
    fingerprint,
    secret,
    idempotency,
    entry,
    payer,
    rail,
    flag(may.resume),
    flag(walletProved !== false),
    paymentKey,
    may.claim === "with slot" ? slots.group : "",
    String(slots.most),
    may.rebind === true && walletProved === "for this request" ? claim.request : "",
    bindingKey ?? "",
    network,
    household,
    flag(may.mayBeOld === true),
    ...movesOf(claim),
    shownText(may.shown),
  ];
  // What its key has bought is for a payer who was recognized: that is one who may have a slot.
  const binding = may.claim === "with slot" && bindingKey !== null ? [bindingKey] : [];
  const fields = texts(
    await run(BEGIN, [...redisKeys(claim), keys.ledgerEpoch(), keys.inVain(), ...binding], args),
  );
  const refused = noSlot(fields);
  if (refused !== null) return refused;
  const [kind] = fields;
  if (kind === "absent" || kind === "doubted" || kind === "unshown") return { kind };
  if (kind === "claimed") {
    const ageMs = Number(fields[2] ?? 0);
    const open = BigInt(fields[3] ?? 0);
    return {
      kind,
      ...(fields[1] === "1" && { hasPaid: true }),
      ...(ageMs > 0 && { ageMs }),
      ...(open > 0n && { open }),
    };
  }
  if (kind === "record" || kind === "taken-over") return { kind, record: readRecord(fields) };
  throw new Error("the ledger answered something else than it should");
}

/** Takes the slot of a claim that has none yet. `lost`: the claim ran out. `shown`: see `May.shown`. */
export async function takeSlot(
  claim: Claim,
  shown?: May["shown"],
): Promise<NoSlot | { kind: "ok" | "lost" }> {
  const { owner, leaseMs, paymentKey, slots, bindingKey, network, household } = claim;
  const args = [
    ...[owner, String(leaseMs), paymentKey, slots.group, String(slots.most), network, household],
    ...[...movesOf(claim), shownText(shown ?? "unread")],
  ];
  const binding = bindingKey === null ? [] : [bindingKey];
  const fields = texts(await run(TAKE_SLOT, [...redisKeys(claim), keys.inVain(), ...binding], args));
  return noSlot(fields) ?? { kind: fields[0] === "ok" ? "ok" : "lost" };
}

export type Written =
  /** `trusted`: the facilitator whose word is served at once; left out where that is nobody's. */
  | { kind: "ok"; trusted?: string }
  /** `used-up`: our own node is silent, and as much as may be is sold unseen. */
  | { kind: "lost" | "bound" | "used-up" }
  | { kind: "taken"; reservation: Reservation };

export interface Intent {
  evidence: string;
  /** What a receipt shows besides the transaction, as JSON. */
  facts: string;
  effects: readonly Effect[];
  reserve: readonly Reservation[];
  answer: string;
  /** Binds an idempotency key to this payment and request; null when the client sent none. */
  binding: { key: string; value: string } | null;
  /** What a facilitator is to settle; left out where we send it ourselves. */
  toPlace?: ToPlace;
}

/**
 * Writes down what is about to be settled. Only after `ok` may money move.
 * `lost`: the claim ran out or was taken; `bound`: the idempotency key belongs to another payment; `taken`: another
 * holds what it reserves, the first of which is told.
 */
export async function writeIntent(claim: Claim, intent: Intent): Promise<Written> {
  const { binding, evidence, facts, answer, toPlace } = intent;
  const effects = JSON.stringify(intent.effects.map((effect) => effect.command));
  const ttl = String(env().LEDGER_ANSWER_TTL_SEC);
  const args = [
    ...[claim.owner, String(claim.leaseMs), evidence, effects, answer, binding?.value ?? "", ttl],
    ...[claim.paymentKey, facts, reservedText(intent.reserve), toPlace ? toldUnseen(toPlace) : ""],
  ];
  const [kind, index = ""] = texts(
    await run(INTENT, [...redisKeys(claim), ...(binding === null ? [] : [binding.key])], args),
  );
  const reservation = intent.reserve[Number(index)];
  if (kind === "taken" && reservation !== undefined) return { kind, reservation };
  if (kind !== "ok") return { kind: kind === "bound" || kind === "used-up" ? kind : "lost" };
  const trusted = index === "" ? undefined : toPlace?.settlers[Number(index)];
  return { kind, ...(trusted !== undefined && { trusted }) };
}

/** Who said that a payment is settled, and what it takes to have the same authorization settled by another. */
interface Word {
  /** A facilitator's address; empty for our own node. */
  by: string;
  resend: string;
}

/**
 * By which call a payment came to be settled; false where it is not. `doubted`: the word names a transaction by which another
 * sale has just this, so that it is worth nothing.
 */
export type Closed = "now" | "before" | "doubted" | false;

/**
 * The transaction that a receipt names, where it can settle one sale alone: on Solana it is one message. On Base it may use many
 * authorizations, each by its payer and nonce, which the payment's own key names. Empty there, and where none is named.
 */
function movedKey(paymentKey: string, receipt: unknown): string {
  const transaction = isRecord(receipt) ? receipt.transaction : undefined;
  return typeof transaction === "string" && paymentKey.startsWith("solana:") ? keys.moved(transaction) : "";
}

const amountIn = (receipt: unknown): string =>
  isRecord(receipt) && typeof receipt.amount === "string" ? receipt.amount : "0";

/** Marks a payment as settled by somebody's word: its money is still to be seen. */
export async function markSaid(payment: PaymentRef, receipt: string, { by, resend }: Word): Promise<Closed> {
  const { LEDGER_KEY_TTL_SEC, LEDGER_ANSWER_TTL_SEC } = env();
  const read = readJson(receipt);
  const args = [
    ...[payment.paymentKey, receipt, String(LEDGER_KEY_TTL_SEC), String(LEDGER_ANSWER_TTL_SEC)],
    ...[keys.journal(), by, resend, unseenKey(by), movedKey(payment.paymentKey, read), amountIn(read)],
  ];
  const reply = await run(SETTLED, [...redisKeys(payment), keys.toConfirm()], args);
  if (reply === "already") return "before";
  return reply === "doubted" ? reply : isClosed(reply, payment) && "now";
}

/** Marks a payment that moved as settled. True when it is settled now, by this or an earlier call. */
export const markSettled = async (payment: PaymentRef, receipt: string): Promise<boolean> =>
  (await markSaid(payment, receipt, { by: "", resend: "" })) !== false;

/** Marks a settling payment whose outcome is open as unknown: from here only the chain decides. A trail that is empty leaves what was known. */
export async function markUnknown(claim: Claim, trail: string): Promise<void> {
  await run(UNKNOWN, redisKeys(claim), [claim.owner, trail, String(UNKNOWN_SLOT_MS)]);
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

/** How a claim ended that moved nothing. */
export interface End {
  /** Others may have sent the payment, and the chain could not tell; when it was first presented is remembered then. */
  mayHaveMoved: boolean;
  /** Its handler ran, and it was the payer's doing that it ended unpaid. */
  isInVain: boolean;
  /** The route refused the request of a verified payment, which is free a few times an hour. */
  isFreeRefusal: boolean;
  /** A facilitator was asked in vain, and that counts against the payer: see SLOTS. */
  isExplained: boolean;
  /** By our own node's word it can't be sent any more, so that anybody may have read it on the chain, and brought it. */
  isOld: boolean;
}

/** Nothing was done, or not by the payer's doing that it failed. */
export const BLAMELESS: End = {
  ...{ mayHaveMoved: false, isInVain: false },
  ...{ isFreeRefusal: false, isExplained: false, isOld: false },
};

const releasing = (
  { paymentKey }: PaymentRef,
  { owner, evenSettling }: { owner: string; evenSettling: boolean },
  { mayHaveMoved, isInVain, isFreeRefusal, isExplained, isOld }: End,
  of: { cooldownMs: number; evidence: string },
): string[] => [
  ...[paymentKey, owner, String(of.cooldownMs), flag(evenSettling), of.evidence, flag(mayHaveMoved)],
  ...[flag(isInVain), flag(isFreeRefusal), String(env().LEDGER_SCAN_COOLDOWN_MS), flag(isExplained)],
  flag(isOld),
];

/**
 * Releases what this worker holds, its intent included. Only for a worker that knows that nothing was sent. False when it held
 * nothing any more: its lease ran out, and the worker that took over may move the payment.
 */
export async function release(claim: Claim, end: End = BLAMELESS): Promise<boolean> {
  const held = { owner: claim.owner, evenSettling: true };
  const args = [...releasing(claim, held, end, { cooldownMs: 0, evidence: "" }), claim.network];
  return (await run(RELEASED, [...redisKeys(claim), keys.inVain()], args)) === "ok";
}

/** Releases a claim that may have been made without a reply; a payment past its intent stays as it is. */
export async function abandonClaim(claim: Claim): Promise<void> {
  const held = { owner: claim.owner, evenSettling: false };
  await run(RELEASED, redisKeys(claim), releasing(claim, held, BLAMELESS, { cooldownMs: 0, evidence: "" }));
}

const NOBODY = { owner: "", evenSettling: false };

/**
 * Releases a payment that the chain proved unmoved by its recorded evidence; its payer gets a cooldown. False when there is
 * no such payment any more.
 */
export async function releaseUnmoved(payment: PaymentRef, evidence: string): Promise<boolean> {
  const cooled = { cooldownMs: env().LEDGER_COOLDOWN_MS, evidence };
  const args = releasing(payment, NOBODY, { ...BLAMELESS, isInVain: true }, cooled);
  return (await run(RELEASED, redisKeys(payment), args)) === "ok";
}

/** The same for a payment that failed by no doing of its payer's: nobody cools down. */
export async function releaseBlameless(payment: PaymentRef, evidence: string): Promise<boolean> {
  const args = releasing(payment, NOBODY, BLAMELESS, { cooldownMs: 0, evidence });
  return (await run(RELEASED, redisKeys(payment), args)) === "ok";
}

/** The payment that an idempotency key is bound to, as written by `writeIntent`, or null. */
export const boundTo = (bindingKey: string): Promise<string | null> => ledgerStore().get<string>(bindingKey);
