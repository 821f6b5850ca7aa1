import type { Step } from "./explore";
import {
  CALLERS,
  emptyLedger,
  NOBODY,
  type Age,
  type Caller,
  type Ledger,
  type Owner,
  type Write,
} from "./records";
import type { Rules } from "./rules";

/** What is modelled in one run: which parts of the world there are, and what may happen. */
export interface Setting {
  rules: Rules;
  /** Calls at once; a call that was answered, or crashed, makes room for the next. */
  slots: number;
  /** The ledger's key of each signed payment. Two with one key are two authorizations of one nonce: one can move. */
  payments: readonly number[];
  callers: readonly Caller[];
  /** Every call brings one and the same idempotency key. */
  key: boolean;
  /** Handlers, facilitators and look-ups may fail, workers may crash. */
  faults: boolean;
  /** A facilitator may call valid, and settled, what moved long before. */
  forgetfulFacilitators: boolean;
  /** Writes to the store may fail, with or without having been done. */
  storeFaults: boolean;
  /** A write that was given up may be done at any later time. */
  delayedWrites: boolean;
  /** Somebody else may land a payment at any time. */
  thirdParty: boolean;
  /** Recovery runs in the background. */
  reconciler: boolean;
  /** The store may lose everything, once. */
  wipe: boolean;
  /** Every call wants what can be had once; a payment that has moved goes without where it finds it taken. */
  reserve: boolean;
  /** Payers are known by the verification alone. */
  strangers: boolean;
  /** How many slots a payer has. */
  maxSlots: number;
}

/** Where the chain stands with one signed payment. */
export interface Chain {
  state: "open" | "moved" | "dead";
  /** It moved because we sent it. */
  byUs: boolean;
  age: Age;
  /** A request of ours to settle it is under way and may still land. */
  pending: boolean;
}

/** What a call does next. Each is one touch of the ledger, of the chain or of a facilitator. */
export type At =
  | "begin"
  | "abandon"
  | "verify"
  | "refusal-look"
  | "used-look"
  | "outage-look"
  | "failure-look"
  | "busy-look"
  | "begin-moved"
  | "take-slot"
  | "intent"
  | "release-claim"
  | "earlier"
  | "settle"
  | "close"
  | "unsent"
  | "to-chain"
  | "look"
  | "release-unmoved"
  | "takeover-look"
  | "unknown-look"
  | "credit"
  | "credited-run"
  | "fulfil"
  | "release-credit";

/** What a call answers, by what its caller may conclude. */
export type Answer =
  /** 200. */
  | "answer"
  /** 402: sign another payment. */
  | "challenge"
  /** 409, 410, or 503: no statement about money, and no challenge. */
  | "conflict"
  /** 409 `payment_spent`. */
  | "spent"
  /** 429, 500, 503: "you were not charged". */
  | "not-charged"
  /** 503: the ledger could not be reached. */
  | "store"
  /** The handler failed: the payment has moved and stays credited. */
  | "owed"
  /** 500 of an unforeseen failure. */
  | "crash";

export interface Call {
  at: At;
  /** Which signed payment it brings. */
  payment: number;
  caller: Caller;
  /** What the ledger had written down when it handed the payment over: which signed payment. */
  evidence: number;
  /** It runs under a claim of its own and has the answer in memory; else it finishes what another began. */
  seller: boolean;
  /** What it will answer once it has released what it holds. `earlier`: the answer of the earlier payment. */
  say: Answer | "earlier";
  /** The chain had moved the payment when this call last learned something of it. */
  sawMoved: boolean;
  /** It has found taken what can be had once, and goes without. */
  foundTaken: boolean;
  /** Its lease ran out while it held the payment. */
  overran: boolean;
}

export type Reconciler =
  | { at: "idle" }
  | { at: "listed"; payment: number }
  | { at: "drop"; payment: number }
  | { at: "look"; payment: number; evidence: number }
  | { at: "close"; payment: number }
  | { at: "release"; payment: number; evidence: number };

export interface World {
  ledger: Ledger;
  /** By signed payment. */
  chains: readonly Chain[];
  calls: readonly (Call | null)[];
  reconciler: Reconciler;
  late: Write | null;
  /** Which answer a payment got: the one that the ledger keeps, or another. */
  answered: readonly ("" | "kept" | "other" | "before-wipe")[];
  wiped: boolean;
}

/** What the promises are about. */
export type Event =
  /** `of`: the payment key whose answer it is; `kept`: it is the answer that the ledger keeps. */
  | { kind: "answered"; call: Call; answer: Answer; of: number; kept: boolean }
  | { kind: "sends"; call: Call; key: number };

export interface WorldStep extends Step<World> {
  event: Event | null;
  /** Nothing goes wrong with it: a step of a world that works, in which time passes. */
  calm: boolean;
  /** A call takes it without having looked at the clock. */
  hurried: boolean;
}

export const SLOTS: readonly Owner[] = ["A", "B", "C"];
export const slotName = (slot: number): Owner => SLOTS[slot] ?? NOBODY;
/** Token of a call that is over. */
export const GONE: Owner = "gone";
/** Token of a call that is over, but for a write that is still under way. */
export const LATE: Owner = "late";

const FRESH: Chain = { state: "open", byUs: false, age: "fresh", pending: false };
export const IDLE: Reconciler = { at: "idle" };

export function newWorld({ payments, slots }: Setting): World {
  const keys = new Set(payments).size;
  return {
    ledger: emptyLedger(keys, true),
    chains: payments.map(() => FRESH),
    calls: Array<null>(slots).fill(null),
    reconciler: IDLE,
    late: null,
    answered: Array<"">(keys).fill(""),
    wiped: false,
  };
}

export const put = <T>(list: readonly T[], index: number, value: T): readonly T[] => {
  const copy = list.slice();
  copy[index] = value;
  return copy;
};

export const withCall = (world: World, slot: number, call: Call | null): World => ({
  ...world,
  calls: put(world.calls, slot, call),
});

/** The payment moves. Of several authorizations with its nonce none can move any more. */
export function land(world: World, setting: Setting, payment: number, byUs: boolean): World {
  const key = setting.payments[payment];
  return {
    ...world,
    chains: world.chains.map((chain, index) => {
      if (index === payment) return { state: "moved", byUs, age: "fresh", pending: false };
      return setting.payments[index] === key && chain.state === "open"
        ? { ...chain, state: "dead", pending: false }
        : chain;
    }),
  };
}

/** A call is over: whatever bears its token is nobody's from now on. */
export function endCall(world: World, slot: number): World {
  const name = slotName(slot);
  const token = world.late !== null && "owner" in world.late && world.late.owner === name ? LATE : GONE;
  const { ledger } = world;
  const held = ledger.records.some(
    (record) => record !== null && (record.owner === name || record.answer === name),
  );
  return {
    ...withCall(world, slot, null),
    late:
      token === LATE && world.late !== null && "owner" in world.late
        ? { ...world.late, owner: LATE }
        : world.late,
    ledger: !held
      ? ledger
      : {
          ...ledger,
          records: ledger.records.map((record) =>
            record === null
              ? null
              : {
                  ...record,
                  owner: record.owner === name ? token : record.owner,
                  answer: record.answer === name ? GONE : record.answer,
                },
          ),
        },
  };
}

/** Two callers are one, as far as an answer is concerned. */
export const mayRead = (claimed: Caller, asks: Caller): boolean =>
  asks === "operator" || mayReadItself(claimed, asks);

const mayReadItself = (claimed: Caller, asks: Caller): boolean =>
  CALLERS[claimed].fingerprint === CALLERS[asks].fingerprint &&
  (CALLERS[asks].walletProved || CALLERS[claimed].secret === CALLERS[asks].secret);
