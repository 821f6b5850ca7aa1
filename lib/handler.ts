import type * as z from "zod";
import type { AnswerOf, RouteEntry } from "./catalog/define";

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

/** A write that happens with the payment's last ledger write, exactly once. Handlers themselves only read. */
export interface Effect {
  /** Redis command and its arguments, applied in the settlement script. */
  command: readonly [name: string, ...args: string[]];
}

export interface HandlerResult<Answer> {
  answer: Answer;
  effects: readonly Effect[];
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
