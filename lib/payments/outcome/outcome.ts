import type { GuardVerdict } from "@/lib/handler";
import type { ApiError } from "@/lib/http/api-error";
import type { Explained, Receipt } from "../rails/rail";
import { REASONS, type Reason } from "./reasons";

/** What the till knows of the caller's money where it sells nothing. Only `not moved` may be told as "not charged". */
export type Money = "not moved" | "moved" | "unknown";

/** A paid answer as it is stored, and the settlement of its payment. */
interface Served {
  /** Path of the route that was paid. */
  entry: string;
  answer: string;
  receipt: Receipt;
}

export interface Sold extends Served {
  kind: "sold";
}

/** The stored answer of a payment that was settled before. */
export interface Replayed extends Served {
  kind: "replayed";
}

/** Another call works on this payment, or the chain has not told yet whether it moved: come back with it. */
export interface InFlight {
  kind: "in flight";
  /**
   * `other request`: the call that works on it asked for something else. `wallet`: the payment moved by another's hand,
   * and a proof of its wallet comes first.
   */
  waitsFor: "call" | "other request" | "chain" | "wallet";
  waitSec: number;
}

/** The ledger knows this payment, and it buys nothing here. No challenge follows: its caller must not pay again. */
export interface Conflict {
  kind: "conflict";
  why:
    | "other request"
    | "credited otherwise"
    | "credited elsewhere"
    | "not proved"
    | "key bound"
    | "spent"
    | "landed late"
    | "stray"
    | "held"
    | "not asked for"
    | "paid another"
    | "sold otherwise"
    | "answer expired"
    | "refunding"
    | "refunded";
  /** The transaction that returned the money. */
  refund?: string;
  /** Of a transfer that was not asked for: what is wrong with it. */
  objection?: string;
}

/** The payment is not taken, and moved nothing: a fresh challenge follows. */
export interface RefusedPayment extends Explained {
  kind: "refused";
  by: "till";
  reason: Reason;
  message: string;
  /** As the route's guard tells it. */
  signIn?: readonly string[] | undefined;
  memo?: GuardVerdict["memo"];
}

/** The route's own refusal, whoever pays. */
export interface RefusedByRoute {
  kind: "refused";
  by: "route";
  error: ApiError;
  /**
   * Of the caller's payment. `moved`: before it was refused, and nothing was served for it. The route, which knows of no payment,
   * may have said that nothing was charged, which stands where this is left out.
   */
  money?: Money;
}

/** Something that selling needs is missing at the moment. */
export interface Missing {
  kind: "unavailable";
  what: "ledger" | "payments" | "time" | "service" | "caller";
  money: Money;
  /** For the log only. */
  cause?: unknown;
}

/** The payer has no slot for one more call, for so long at most. */
export interface Busy {
  kind: "unavailable";
  what: "slot";
  money: Money;
  waitMs: number;
}

/** The payment has moved and stays credited; its answer could not be made now. */
interface Owed {
  kind: "unavailable";
  what: "answer";
  money: "moved";
  because: Unmade;
}

export type Unavailable = Missing | Busy | Owed;

/** Why no answer came of a payment that nothing is wrong with. */
export type Unmade = InFlight | Conflict | RefusedByRoute | Missing | Busy;

/** What came of a paid call. Whatever can be expected is one of these; only what nobody expected is thrown. */
export type Outcome = Sold | Replayed | InFlight | Conflict | RefusedPayment | RefusedByRoute | Unavailable;

export const heldByAnother: InFlight = { kind: "in flight", waitsFor: "call", waitSec: 2 };
export const atOtherRequest: InFlight = { kind: "in flight", waitsFor: "other request", waitSec: 2 };
export const undecided: InFlight = { kind: "in flight", waitsFor: "chain", waitSec: 5 };

export const waitsForWallet = (waitMs: number): InFlight => ({
  ...{ kind: "in flight", waitsFor: "wallet" },
  waitSec: Math.ceil(waitMs / 1000),
});

export const conflict = (why: Conflict["why"]): Conflict => ({ kind: "conflict", why });

export const notAskedFor = (objection: string): Conflict => ({
  ...conflict("not asked for"),
  objection,
});

/** Of a transfer that has landed with somebody else. */
export const paidAnother = (objection: string): Conflict => ({ ...conflict("paid another"), objection });

export const refunded = (refund: string): Conflict => ({ kind: "conflict", why: "refunded", refund });

export const refusedPayment = (reason: Reason, message: string = REASONS[reason]): RefusedPayment => ({
  kind: "refused",
  by: "till",
  reason,
  message,
});

export const refusedByRoute = (error: ApiError): RefusedByRoute => ({ kind: "refused", by: "route", error });

/** `money` is not known before the claim was given back, or where a payment came that was not looked up. */
export const missing = (what: Missing["what"], cause?: unknown, money: Money = "unknown"): Missing => ({
  kind: "unavailable",
  what,
  money,
  cause,
});

export const busy = (waitMs: number, money: Money = "unknown"): Busy => ({
  ...{ kind: "unavailable", what: "slot" },
  ...{ money, waitMs },
});

export const owed = (because: Unmade): Owed => ({
  kind: "unavailable",
  what: "answer",
  money: "moved",
  because,
});
