import type { PaymentRef } from "../ledger/run";
import type { Receipt } from "../rails/rail";

/**
 * What is known of a sale's money beyond the word of who settled it:
 * - `believed`: nothing yet.
 * - `confirmed`: our node showed the transfer; once its block is final the sale is off the list.
 * - `unconfirmed`: it is found nowhere, and may still move.
 * - `unbacked`: two nodes prove that it never moved and can't any more.
 * - `disputed`: one node proves it, and there is no other, or the other says otherwise: for a person.
 * - `reorganised`: it was confirmed, and the chain has dropped its block. Nobody lied.
 */
export const TRUSTS = [
  "believed",
  "confirmed",
  "unconfirmed",
  "unbacked",
  "disputed",
  "reorganised",
] as const;
export type Trust = (typeof TRUSTS)[number];

/** A settled sale as its own call knows it. */
export interface Said extends PaymentRef {
  rail: string;
  /** As the intent wrote it. */
  evidence: string;
  receipt: Receipt;
  trust: Trust;
  /** Address of the facilitator that said it is settled; empty where it was our own node, or the chain. */
  by: string;
  /** The request by which another facilitator could settle the same authorization, as JSON; empty where none can. */
  resend: string;
}

/** A settled sale whose money is still to be seen, or whose block is not final yet. */
export interface Sale extends Said {
  intentAt: number;
  settledAt: number;
  /** Where it was confirmed, in its chain's words; empty before. */
  block: string;
  /** How far a search has come, as trail.ts writes it. */
  trail: string;
}

/** What a look makes of a sale. */
export interface Verdict {
  trust: Trust;
  block: string;
  receipt: Receipt;
  trail: string;
  /** When to look again (ms); null: never, it is off the list. */
  due: number | null;
}
