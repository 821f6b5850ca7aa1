import * as z from "zod";

/** What identifies a Solana payment on chain. */
export const SolanaEvidence = z.object({
  messageHash: z.string(),
  tokenAccount: z.string(),
  blockhash: z.string(),
  /** Its id, where that is known beforehand: where the payer pays the fee. */
  transaction: z.string().optional(),
  /**
   * A text that its memos hold, empty when it has no memo; absent where that tells nothing, and in what was written
   * before it was noted.
   */
  memo: z.string().optional(),
});
export type SolanaEvidence = z.output<typeof SolanaEvidence>;

/** Kept of a memo at most: what tells payments apart stands at its beginning. */
const MEMO_LENGTH = 64;

/** What to know a transaction's memos by. Nothing where it has some and they say nothing: that is not the same as none. */
export function knownByMemo(memos: readonly string[]): Readonly<Record<string, string>> {
  const longest = memos.reduce((best, memo) => (memo.length > best.length ? memo : best), "");
  return memos.length > 0 && longest === "" ? {} : { memo: longest.slice(0, MEMO_LENGTH) };
}
