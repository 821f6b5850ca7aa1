import * as z from "zod";
import { askForTransaction } from "./ask-transaction";
import type { RpcClient } from "./json-rpc";
import { messageHashOf } from "./solana-transaction";
import { ANY_VERSION } from "./transaction-versions";
import { add, type Moves } from "./usdc-moved";

const Balance = z.object({
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }),
});
const Transaction = z
  .object({
    transaction: z.tuple([z.string(), z.string()]),
    blockTime: z.number().nullish(),
    meta: z
      .object({
        err: z.unknown(),
        preTokenBalances: z.array(Balance).nullish(),
        postTokenBalances: z.array(Balance).nullish(),
      })
      .nullable(),
  })
  .nullable();

/** A finalized transaction, and what each wallet gained of a mint by it. */
interface Landed {
  kind: "landed";
  at: number;
  gains: Map<string, bigint>;
  /** As the chain has it, in base64. */
  wire: string;
}

/** A finalized transaction on Solana by its id. Throws where the node can't be asked. */
export async function gainsOf(
  ask: RpcClient,
  asset: string,
  signature: string,
): Promise<Landed | Extract<Moves, { kind: "not landed" }>> {
  const wanted = { encoding: "base64", commitment: "finalized", highest: ANY_VERSION } as const;
  const asked = await askForTransaction(ask, signature, wanted);
  const read = asked === "unreadable" ? null : Transaction.safeParse(asked.shown);
  if (read?.success !== true)
    return { kind: "not landed", why: "the node does not show it in a form that is read", unreadable: true };
  const found = read.data;
  if (found === null || found.meta === null || typeof found.blockTime !== "number")
    return { kind: "not landed", why: "the chain does not have this transaction finalized (yet)" };
  const { meta, transaction, blockTime } = found;
  if (meta.err !== null) return { kind: "not landed", why: "the transaction failed on chain", failed: true };
  const gains = new Map<string, bigint>();
  const count = (balances: z.output<typeof Balance>[] | null | undefined, sign: bigint): void => {
    for (const { mint, owner, uiTokenAmount } of balances ?? [])
      if (mint === asset && owner !== undefined) add(gains, owner, sign * BigInt(uiTokenAmount.amount));
  };
  count(meta.preTokenBalances, -1n);
  count(meta.postTokenBalances, 1n);
  return { kind: "landed", at: blockTime * 1000, gains, wire: transaction[0] };
}

/** What a finalized transaction on Solana did with USDC. Throws where the node can't be asked. */
export async function solanaMoves(
  ask: RpcClient,
  { id, usdc }: { id: string; usdc: string },
  signature: string,
): Promise<Moves> {
  const found = await gainsOf(ask, usdc, signature);
  if (found.kind !== "landed") return found;
  const { gains, at, wire } = found;
  const key = `${id}:${await messageHashOf(wire)}`.toLowerCase();
  // A payment of the form that is taken has one giver, who gives just that: a swap's last leg, or a mint, is nobody's.
  const givers = [...gains].filter(([, gain]) => gain < 0n);
  const payments = [...gains]
    .filter(([, gain]) => gain > 0n && givers.length === 1 && givers[0]?.[1] === -gain)
    .map(([payTo, amount]) => ({ key, payer: givers[0]?.[0] ?? "", payTo, amount }));
  return { kind: "landed", at, block: null, gains, payments };
}
