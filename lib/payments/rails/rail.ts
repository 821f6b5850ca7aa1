import type { BaseUnits } from "@/lib/catalog/money";
import type { Look, Moved, OnChain, Sent } from "@/lib/chains/look";
import type { Funds } from "../funds/funds";
import type { Objection, Reason } from "../outcome/reasons";

/**
 * A way to pay. The till knows rails, never networks: each rail reads its own credential, has it verified and
 * settled, and finds its payments on chain.
 */
export interface Payment {
  /** Names the rail: `x402-evm`, `x402-solana`, `mpp-solana`, `own-token`. */
  rail: string;
  /** CAIP-2 id of the chain. */
  network: string;
  /** What the chain makes unique, lower-cased; one transfer has one key on every rail. */
  key: string;
  payer: string;
  /**
   * How the payer is known before anybody is asked. `signature`: by that of the paying key, which is checked here (where
   * it is wrong there is an objection). `chain`: the transfer has landed. `verification`: not at all, as contracts are,
   * whose signatures only the chain can judge.
   */
  knownBy: "signature" | "chain" | "verification";
  /** Base units: USDC's, where `token` says nothing else. */
  amount: string;
  /**
   * Whoever brings it was given our challenge for it, which no chain tells. Of all others nothing is secret once they have
   * moved.
   */
  isChallenged: boolean;
  /** It has moved to us, but by its memo as the payment of something else: how; null for any other payment. */
  stray: Moved | null;
  /**
   * It has moved to us by its memo as this payment, but another amount than is asked for, and no less than the cheapest answer costs: how, and how much
   * (USDC base units). Left out of any other payment.
   */
  mispaid?: Moved & { amount: string };
  /** What is paid in the own token; left out where it is USDC. */
  token?: TokenPaid;
  /**
   * The latest moment (ms) at which it may land for what it bought: a payer could hold a payment back until its asset is
   * worth less. Left out where that can't be.
   */
  landsBy?: number;
  /** The 402's replay token as the client echoed it (x402), or the challenge's id (MPP); or null. */
  replay: string | null;
  /** Address or tool that the client says it pays for, or null. */
  resource: string | null;
  /** The `payment-identifier` extension's id, or null. */
  identifier: string | null;
  /** It has an id of another form, by which nothing could be known again. Left out of any other payment. */
  hasWrongIdentifier?: true;
  /**
   * What is wrong with the payment by our own reading, without asking anybody; null when nothing is. It is judged
   * only after the ledger was asked: a settled payment is replayed even when its time window is over.
   */
  objection(now: Date, budgetMs: number): Objection | null;
  /** The same of what it was quoted for, as the payment of that route (path); left out where prices are no quotes. */
  objectionToQuote?(route: string): Objection | null;
  /** What it takes to find this payment on chain later, without the credential. Public data only. */
  evidence: Readonly<Record<string, string | number>>;
}

/** A payment in the own token, of which `amount` is the whole. */
export interface TokenPaid {
  /** The mint. */
  asset: string;
  /** Its transaction, whose id its payer's signature makes known beforehand. */
  transaction: string;
  /** Base units that it burns, and that the treasury keeps. */
  burn: string;
  kept: string;
  /** What the route costs without the discount, in USDC base units. */
  listPrice: BaseUnits;
  /** What its quote was worth, in USDC base units: a refund returns that. */
  worth: string;
}

/** Who has a payment verified: what decides how much of a facilitator's quota it may use. */
export interface Asker {
  /** A sale to its payer was settled before. */
  hasPaid: boolean;
  /** The network that the call comes from. */
  network: string;
  /** No node could show the payer's balance. */
  isUnread: boolean;
}

/** What our own node says of a payment that is refused. */
export interface Explained {
  /** It can't be paid, by what its payer alone can have brought about. */
  explained?: true;
  /** It can't be paid any more: all of it may stand on the chain, so that anybody may have brought it. */
  old?: true;
  /** Our node shows that it has not moved. */
  unused?: true;
}

export type Verification =
  | { kind: "valid"; by: string }
  /** Final: no other facilitator is asked. */
  | ({ kind: "refused"; reason: Reason; message: string; detail: string } & Explained)
  /** The chain has seen this payment before; only a look-up shows what it bought. */
  | { kind: "already-used"; detail: string }
  | { kind: "unavailable"; detail: string };

export type Settlement =
  /** `by`: the facilitator that says so; left out where it was our own node. */
  | { kind: "settled"; transaction: string; by?: { name: string; url: string } }
  /** The request provably never left: nothing can have moved. */
  | { kind: "not-sent"; detail: string }
  | Unclear;

/**
 * Anything else. It may have moved: only the chain decides. `hint`: a transaction that was named all the same.
 * `byPayer`: the payer's own doing explains that it failed, if it did; `ranOut`: that it had run out by then does.
 */
export interface Unclear {
  kind: "unknown";
  detail: string;
  hint?: string;
  byPayer?: true;
  ranOut?: true;
}

/** What every receipt shows, on each rail. */
export interface Receipt {
  rail: string;
  transaction: string;
  network: string;
  payer: string;
  amount: string;
  /** What was paid in, where that is not USDC. */
  asset?: string;
  /** When it was settled, in milliseconds. */
  at: number;
  /** The facilitator whose word it is, by its place; absent where the chain told, or we sent it ourselves. */
  by?: string;
  /** Our own node has shown the transfer. Until then the transaction is somebody's word, and nothing signed names it. */
  confirmed?: true;
}

/** The settlement of a payment that the chain has shown, as every receipt shows it. */
export const receiptOf = (
  payment: Payment,
  transaction: string,
  at: number,
): Receipt & { confirmed: true } => {
  const { rail, network, payer, amount, token } = payment;
  const asset = token && { asset: token.asset };
  return { rail, transaction, network, payer, amount, ...asset, at, confirmed: true };
};

/** What is written down of a payment, for its receipt, for a refund, and for whoever serves it later. */
export interface Facts extends Pick<Receipt, "network" | "payer" | "amount" | "asset"> {
  token?: TokenPaid;
}

export const factsOf = ({ network, payer, amount, token }: Payment): Facts => ({
  ...{ network, payer, amount },
  ...(token && { asset: token.asset, token }),
});

export interface Rail<P extends Payment> {
  name: P["rail"];
  /**
   * What is wrong with the signature of a payer who is known by verification alone, as far as our own node tells; null
   * where it may be good. Left out where all payers are known by their signature.
   */
  objectionToSignature?(payment: P): Promise<Objection | null>;
  /**
   * Whether the payment can be sent no more, which it doesn't show by itself, by our own node's word. Left out where it
   * names its time.
   */
  hasRunOut?(payment: P): Promise<boolean>;
  /** What our own node shows of the payer's account in the payment's asset. */
  funds(payment: P): Promise<Funds>;
  verify(payment: P, asker: Asker): Promise<Verification>;
  /**
   * Addresses of the facilitators that may settle it, in the order in which they are asked. Left out where we send it
   * ourselves.
   */
  settlers?(payment: P, by: string): Promise<readonly string[]>;
  /**
   * `by` is the name or address of the facilitator to ask first: who verified, or is trusted with one more sale; or null when another worker takes over. `until`: when the call must be
   * answered (ms).
   */
  settle(payment: P, by: string | null, until: number): Promise<Settlement>;
  /** Asks the chain by the recorded evidence. */
  lookup(evidence: Payment["evidence"], sent: Sent, look: Look): Promise<OnChain>;
}
