/** What a payment in the own token says beside what it gives us: it names its quote in a memo, and burns. */
export interface Quoted {
  memos: readonly string[];
  burn: bigint;
}

/** What one transaction that landed did with USDC, or with the asset that it was asked of. */
export interface UsdcMoved {
  /** When, by the chain's clock, in milliseconds. */
  at: number;
  /** The block that it stands in, where that may still be dropped; null where the chain has made it final. */
  block: bigint | null;
  /** What each wallet gained, in base units; negative where it gave. */
  gains: ReadonlyMap<string, bigint>;
  /** The payments in it that could have bought something: their keys as the till makes them. */
  payments: readonly { key: string; payer: string; payTo: string; amount: bigint; quoted?: Quoted }[];
}

export type Moves =
  | ({ kind: "landed" } & UsdcMoved)
  /** `why` is for a person: not there, not final yet, there and `unreadable`, or it `failed`. */
  | { kind: "not landed"; why: string; failed?: true; unreadable?: true };

/** Adds to a wallet's gain. */
export const add = (gains: Map<string, bigint>, owner: string, amount: bigint): void =>
  void gains.set(owner, (gains.get(owner) ?? 0n) + amount);
