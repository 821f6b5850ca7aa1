import type * as z from "zod";
import type { AnswerOf, AnswerStatus, RouteEntry } from "./catalog/define";

/** What a handler may use besides its input. */
export interface CallContext {
  /** When the call came in; the only clock that a handler reads. */
  now: Date;
  /** Aborted when the call's time is up. */
  signal: AbortSignal;
  /** The request's, for proofs. A paid answer must not depend on them: its replay comes whatever they are then. */
  headers: Headers;
  /** What pays for the call, verified but not yet settled; left out where nothing is paid. */
  payment?: { key: string; payer: string };
}

/**
 * A write that happens exactly once: with the payment's last ledger write, or for a free call with the write that keeps
 * its answer. Handlers themselves only read.
 */
export interface Effect {
  /** Redis command and its arguments, applied in that script. */
  command: readonly [name: string, ...args: string[]];
}

/**
 * Something unique that the call takes, such as a name, in the very step that applies its effects: where another value
 * holds the key, nothing of the call is applied. Whoever reserves the same value again has it already.
 */
export interface Reservation {
  /** Of lib/store/keys.ts, in the ledger's database. */
  key: string;
  /** Who holds it: an id of what is reserved for, the same at every attempt. */
  value: string;
  /** How long it holds, in seconds; left out for good. */
  ttlSec?: number;
  /** What the refused caller is told, with 409 `already_taken`: what is taken, and what to do. */
  taken: string;
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
  /** Of a call that nobody pays for; in this order, and the first that is taken is told. */
  reserve?: readonly Reservation[];
}

/**
 * Serves one catalog entry: input already parsed by its schema, answer of its output's shape. Throws ApiError for
 * refusals (`data_unavailable` when too little is known to sell); whatever it throws, nobody is charged.
 */
export type Handler<E extends RouteEntry> = (
  input: z.output<E["input"]>,
  context: CallContext,
) => Promise<HandlerResult<AnswerOf<E>>>;

/**
 * Stands before the payment of a `guarded` route, on the parsed body: returns whether this call is free. Throws ApiError
 * for what the route refuses whether it is paid or not. `hasPayment`: the request carries a payment, which is not verified yet.
 */
export type Guard<E extends RouteEntry> = (
  input: z.output<E["input"]>,
  call: { hasPayment: boolean },
) => Promise<"free" | "paid">;
