/** What one transaction that landed did with USDC. */
export interface UsdcMoved {
  /** When, by the chain's clock, in milliseconds. */
  at: number;
  /** The block that it stands in, where that may still be dropped; null where the chain has made it final. */
  block: bigint | null;
  /** What each wallet gained, in base units; negative where it gave. */
  gains: ReadonlyMap<string, bigint>;
  /** The payments in it that could have bought something: their keys as the till makes them. */
  payments: readonly { key: string; payer: string; payTo: string; amount: bigint }[];
}

export type Moves =
  | ({ kind: "landed" } & UsdcMoved)
  /** `why` is for a person: not there, not final yet, or it `failed`. */
  | { kind: "not landed"; why: string; failed?: true };

/** Adds to a wallet's gain. */
export const add = (gains: Map<string, bigint>, owner: string, amount: bigint): void =>
  void gains.set(owner, (gains.get(owner) ?? 0n) + amount);
