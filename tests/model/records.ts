import type { May } from "@/lib/payments/ledger/ledger";

/** What the ledger knows, and what its scripts are told and answer, with time left out: a lease holds or is over. */

/** Token of the call that holds a payment. */
export type Owner = string;
export const NOBODY: Owner = "";

/** Who calls, as the ledger tells callers apart. */
export const CALLERS = {
  /** Whose payment it is: the right request and its replay token. */
  buyer: { fingerprint: "request", secret: "secret", walletProved: false },
  /** The same payment with the proof of its wallet. */
  holder: { fingerprint: "request", secret: "secret", walletProved: true },
  /** The same payment for another request. */
  other: { fingerprint: "other", secret: "secret", walletProved: false },
  /** Recovery, which comes for whoever a credited payment is bound to. */
  operator: { fingerprint: "operator", secret: "operator", walletProved: false },
  /** A third party that rebuilt the payment from the chain, with a secret of its own. */
  thief: { fingerprint: "request", secret: "guess", walletProved: false },
} as const;
export type Caller = keyof typeof CALLERS;

export type State = "claimed" | "settling" | "unknown" | "settled" | "credited";

export interface LedgerRecord {
  state: State;
  owner: Owner;
  /** The owner's lease has not run out. */
  leased: boolean;
  /** Who made the claim. */
  by: Caller;
  /** Which signed payment was written down, -1 before the intent. Payments with one nonce share a record. */
  evidence: number;
  /** Whose answer is stored. */
  answer: Owner;
  /** The request that the idempotency key was bound to with the intent; empty without one. */
  boundTo: string;
  /** How far a search of the chain has come by what is noted; 0 where nothing is. */
  trail: number;
  /** With its intent it reserved what can be had once. */
  reserves: boolean;
  /** It was claimed with a slot, which whatever ends it gives back. */
  slot: boolean;
}

export interface Ledger {
  /** By payment key. */
  records: readonly (LedgerRecord | null)[];
  /** The index of open payments. */
  open: readonly boolean[];
  /** The list of credited payments that could not be served. */
  debts: readonly boolean[];
  /** The payments that have one of their payer's slots. */
  slots: readonly boolean[];
  cooldown: boolean;
  /** What the one idempotency key belongs to: a payment and the request that it bought. */
  binding: { payment: number; fingerprint: string } | null;
  /** Which payment has the one thing that can be had once, if any: for good when it is no longer pending. */
  reserved: { payment: number; pending: boolean } | null;
  /** How often each payment's effects were applied. */
  effects: readonly number[];
  /** The store knows since when it remembers. */
  epoch: boolean;
}

export const emptyLedger = (payments: number, epoch: boolean): Ledger => ({
  records: Array<null>(payments).fill(null),
  open: Array<boolean>(payments).fill(false),
  debts: Array<boolean>(payments).fill(false),
  slots: Array<boolean>(payments).fill(false),
  cooldown: false,
  binding: null,
  reserved: null,
  effects: Array<number>(payments).fill(0),
  epoch,
});

/** When a payment landed, as CREDIT judges it. */
export type Age = "fresh" | "before-epoch" | "old";

/** A call, at a payment. */
interface By {
  payment: number;
  owner: Owner;
  caller: Caller;
}

/** One call of a script, with what it is told. `key`: the caller brought the idempotency key. */
export type Write =
  | ({ op: "begin"; key: boolean } & May & By)
  | ({ op: "take-slot"; key: boolean } & By)
  | ({ op: "intent"; evidence: number; key: boolean; reserve: boolean } & By)
  | { op: "settled"; payment: number }
  | { op: "unknown"; payment: number; owner: Owner; trail: number }
  | { op: "searched"; payment: number; evidence: number; from: number; to: number }
  | { op: "release"; payment: number; owner: Owner; evenSettling: boolean }
  | { op: "release-unmoved"; payment: number; evidence: number }
  | { op: "credit"; payment: number; owner: Owner; caller: Caller; evidence: number; age: Age }
  | ({ op: "fulfil"; key: boolean; reserve: boolean } & By)
  | { op: "release-credit"; payment: number; owner: Owner }
  | { op: "owed"; payment: number }
  | { op: "drop-open"; payment: number };

export type Reply =
  | {
      kind: "ok" | "already" | "lost" | "bound" | "taken" | "busy" | "spent" | "waits" | "absent" | "claimed";
    }
  | { kind: "record" | "taken-over"; record: LedgerRecord; proved: boolean };

/** It was credited to nobody yet, and is kept for a proof of its wallet. */
export const isWaiting = ({ state, owner, leased }: LedgerRecord): boolean =>
  state === "credited" && owner === NOBODY && leased;

export const sameRequest = (record: LedgerRecord, caller: Caller): boolean =>
  caller === "operator" || CALLERS[record.by].fingerprint === CALLERS[caller].fingerprint;

export const proves = (record: LedgerRecord, caller: Caller): boolean =>
  caller === "operator" ||
  CALLERS[caller].walletProved ||
  CALLERS[record.by].secret === CALLERS[caller].secret;
