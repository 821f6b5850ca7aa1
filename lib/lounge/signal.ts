import type { Certificate } from "./certificate";
import type { SignalOutcome } from "./outcomes/outcome";
import type { Asset, CreatorChain, CreatorProof, HiddenReason, Stance } from "./vocabulary";

/** What is written of a signal when it is published, and never changed. None of it is the paid text. */
export interface StoredSignal {
  v: 1;
  id: string;
  title: string;
  teaser: string;
  categories: readonly string[];
  asset: Asset | null;
  stance: Stance | null;
  creator: { wallet: string; chain: CreatorChain; proof: CreatorProof };
  certificateHash: string;
  bodyHash: string;
  /** The earlier signal that says the same, or nearly. */
  similarTo: string | null;
}

/** A published signal as everybody may read it. */
export interface Signal extends StoredSignal {
  /** When its payment settled, in milliseconds of the ledger's time. */
  publishedAt: number;
  /** Its place among all signals, from 0 and without gaps: the index of its leaf. */
  seq: number;
  /** How often it was sold, counted once the money was seen. */
  unlocks: number;
  /** What became of what it says, 24 hours later; null before, and where it says nothing that can be scored. */
  outcome: SignalOutcome | null;
  /** Whether that counts in its creator's record: the first call on an asset of each UTC day does. */
  counts: boolean;
  /** Set once an operator has hidden it: then none of its creator's words are left. */
  hidden: Hidden | null;
  /** The NFT that is recorded of its certificate. */
  mint: Mint | null;
}

/** A recorded mint. */
export interface Mint {
  address: string;
  transaction: string;
  /** Milliseconds. */
  recordedAt: number;
}

/** Why and when (ms) a signal was hidden. */
export interface Hidden {
  reason: HiddenReason;
  at: number;
}

/** What of a signal stands in its certificate. */
type Certified = Pick<StoredSignal, "id" | "title" | "categories" | "bodyHash"> & {
  creator: Pick<StoredSignal["creator"], "wallet" | "chain">;
};

/** What a signal's certificate says; its hash is in the log. */
export const certificateOf = ({ id, title, categories, creator, bodyHash }: Certified): Certificate => ({
  version: 1,
  signalId: id,
  title,
  categories,
  creator: { wallet: creator.wallet, chain: creator.chain },
  bodyHash,
});
