import type * as z from "zod";
import type { AnswerOf, AnswerStatus, RouteEntry } from "./catalog/define";

/** What a handler may use besides its input. */
export interface CallContext {
  /** When the call came in; the only clock that a handler reads. */
  now: Date;
  /** Aborted when the call's time is up. */
  signal: AbortSignal;
  /** How long that was when the handler began, in milliseconds; left out where no payment's settlement waits for it. */
  timeMs?: number;
  /** The request's, for proofs. A paid answer must not depend on them: its replay comes whatever they are then. */
  headers: Headers;
  /** The request's address, where a free call came by one. */
  url?: string;
  /**
   * What pays for the call, verified but not yet settled; left out where nothing is paid. `moved`: its money has moved
   * already, so that a refusal leaves the payer without either.
   */
  payment?: PayingFor;
  /** What the route's guard found this caller entitled to; left out where it found nothing, or there is none. */
  entitlement?: Entitlement;
}

/** What a handler may know of the payment of its call. */
export interface PayingFor {
  key: string;
  payer: string;
  /** The fingerprint of the request that it pays for; left out where the handler notes nothing by it. */
  request?: string;
  moved?: true;
  /** The token of the 402 that it answers, which no chain tells; left out where that is not known. */
  challenge?: string;
  /** What its transaction on Solana says in its memo, up to 64 characters; left out where it says nothing. */
  memo?: string;
}

/** What a caller may have beyond what everybody has, as a route's guard and its handler agree on it. */
export type Entitlement = Readonly<Record<string, string | number | boolean>>;

/**
 * A write that happens exactly once: with the payment's last ledger write, or for a free call with the write that keeps
 * its answer. Handlers themselves only read.
 */
export interface Effect {
  /** Redis command and its arguments, applied in that script. */
  command: readonly [name: string, ...args: string[]];
}

/**
 * Stands in an effect's command, alone or within a text, for the moment at which the effect is applied, in milliseconds
 * of the store's time: a payment may settle a quarter of an hour after its handler ran. No JSON text holds this
 * character by itself, so that nothing that a caller wrote is taken for it.
 */
export const APPLIED_AT = "\u0001";

/**
 * Stands in the same way for the number that the call's first effect replied, such as the new length of a list. Nobody knows
 * that place in the list before the effects are applied.
 */
export const FIRST_REPLY = "\u0002";

/**
 * Something unique that the call takes, such as a name, in the very step that applies its effects, or before its payment
 * may move: where another value holds the key, nothing of the call is applied. Whoever reserves the same value again has
 * it already. Handlers read who holds a key by `holderOf` of lib/payments/ledger/reserve.ts.
 */
export interface Reservation {
  /** Of lib/store/keys.ts, in the ledger's database. */
  key: string;
  /** Who holds it: an id of what is reserved for, the same at every attempt. */
  value: string;
  /** How long it holds, in seconds; left out for good. */
  ttlSec?: number;
  /** What the refused caller is told, with 409: what is taken, and what to do. */
  taken: string;
  /**
   * Of a call that nobody pays for: set where the key only tells that another call wrote between this one's look and its
   * writes. The handler is then run again, and decides by what it finds now; only after several such runs is it told.
   */
  again?: true;
  /** What the refusal is called where that is not `already_taken`. */
  code?: "duplicate_signal";
}

/** The headers that an answer may carry beside those that every answer has. */
export interface AnswerHeaders {
  /** A strong or weak entity tag, quotes included; only where the entry answers 304, which follows from it. */
  etag?: string;
  /** Instead of `no-store`. */
  "cache-control"?: string;
  /** Where what was made or begun is found: a path, or an address. */
  location?: string;
  /** Seconds until it is worth asking again. */
  "retry-after"?: string;
}

export interface HandlerResult<Answer> {
  answer: Answer;
  effects: readonly Effect[];
  /** Of a call that nobody pays for: one of the entry's `answers`; left out for 200. */
  status?: Exclude<AnswerStatus, 304>;
  /** Of a call that nobody pays for. */
  headers?: AnswerHeaders;
  /**
   * In this order, and the first that is taken is told: 409 `already_taken`, which costs nothing. A payment that has moved
   * already is run again then, to find what it did not find before.
   */
  reserve?: readonly Reservation[];
  /** Of a call that nobody pays for: its answer is nobody's to find again under an Idempotency-Key, not even its caller's. */
  unkept?: true;
}

/**
 * Serves one catalog entry: input already parsed by its schema, answer of its output's shape. Throws ApiError for
 * refusals (`data_unavailable` when too little is known to sell); whatever it throws, nobody is charged.
 */
export type Handler<E extends RouteEntry> = (
  input: z.output<E["input"]>,
  context: CallContext,
) => Promise<HandlerResult<AnswerOf<E>>>;

/** What a guard knows of a call besides its input. */
export interface GuardedCall {
  path: string;
  headers: Headers;
  /** When the call came in; the only clock that a guard reads. */
  now: Date;
  /** The request carries a payment: one of which the ledger knows nothing yet, and that is not verified. */
  hasPayment: boolean;
  /** Nobody gets the answer: it is asked what the call costs, which uses up no proof. */
  asksPrice?: boolean;
}

/** What a guard says of a call that it lets pass. */
export interface GuardVerdict {
  /** Whether the call must be paid for. */
  pays: boolean;
  entitlement?: Entitlement;
  /** What a sign-in that proves something about this very request carries in its `resources`; the 402 tells it. */
  signIn?: readonly string[] | undefined;
  /** What a payment on Solana says in its memo for this very request, by the token of the 402 that it answers. */
  memo?: ((challenge: string) => Promise<string>) | undefined;
  /** Why what the caller claims does not make the call free; the 402 tells it. */
  because?: string;
  /** Undoes what the guard took for a free call, where no answer of its own comes of it. Never rejects. */
  giveBack?: () => Promise<void>;
}

/**
 * Stands before the payment of a `guarded` route, on the parsed body. Throws ApiError for what the route refuses whether
 * it is paid or not. It never sees a payment that has a record: a lost answer must not be refused for its own effect.
 */
export type Guard<E extends RouteEntry> = (
  input: z.output<E["input"]>,
  call: GuardedCall,
) => Promise<GuardVerdict>;
