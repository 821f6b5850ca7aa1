import * as z from "zod";
import { askForTransaction } from "@/lib/payments/chain/ask-transaction";
import type { RpcClient } from "@/lib/payments/chain/json-rpc";
import { type Entry, listPage } from "@/lib/payments/chain/solana-history";
import { ANY_VERSION } from "@/lib/payments/chain/transaction-versions";

/** An account that so many transactions have touched since midnight is not counted on that day: 5,000, by the thousand. */
const MAX_PAGES = 5;

const Transaction = z.object({
  transaction: z.object({
    message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }),
  }),
  meta: z.object({
    preTokenBalances: z.array(
      z.object({
        accountIndex: z.int(),
        uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }),
      }),
    ),
  }),
});

/** Which balance is asked about. */
export interface MidnightOf {
  /** The token account. */
  account: string;
  /** What it held at `slot`, in base units. */
  balance: bigint;
  /** A node that has not come so far does not know what happened to that balance. */
  slot: number;
  /** The midnight, in milliseconds. */
  midnight: number;
}

/** A balance at midnight; `lasting` once something has touched the account since, so that it is never found otherwise. */
export interface AtMidnight {
  balance: bigint;
  lasting: boolean;
}

/** The first transaction since a moment; "none", or null where that can't be told within so many pages, or without times. */
async function firstSince(
  ask: RpcClient,
  { account, slot, midnight }: MidnightOf,
): Promise<Entry | "none" | null> {
  let first: Entry | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const before = first && { before: first.signature };
    const entries = await listPage(ask, account, {
      commitment: "finalized",
      minContextSlot: slot,
      ...before,
    });
    for (const entry of entries) {
      if (typeof entry.blockTime !== "number") return null;
      if (entry.blockTime * 1000 < midnight) return first ?? "none";
      first = entry;
    }
    if (entries.length === 0) return first ?? "none"; // a short page is not the end, an empty one is
  }
  return null;
}

/** Whether the chain has come past a moment at that slot: until then what happens before it may be still to come. */
const hasPassed = async (ask: RpcClient, { slot, midnight }: MidnightOf): Promise<boolean> =>
  z.number().parse(await ask("getBlockTime", [slot])) * 1000 >= midnight;

/**
 * What a token account held at a midnight (UTC): what it had before the first transaction since, and what it has where there
 * was none. All accounts' balances at one moment sum up to no more than there is of the token, however often it moves
 * afterwards. Null where it can't be told. Throws where the chain can't be asked.
 */
export async function heldAtMidnight(ask: RpcClient, of: MidnightOf): Promise<AtMidnight | null> {
  const first = await firstSince(ask, of);
  if (first === null) return null;
  if (first === "none") return (await hasPassed(ask, of)) ? { balance: of.balance, lasting: false } : null;
  // Parsed, a message names the accounts of its look-up tables too: by them balances are numbered.
  const wanted = { encoding: "jsonParsed", commitment: "finalized", highest: ANY_VERSION } as const;
  const asked = await askForTransaction(ask, first.signature, wanted);
  if (asked === "unreadable") return null;
  const { transaction, meta } = Transaction.parse(asked.shown);
  const index = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === of.account);
  if (index < 0) throw new Error("the node shows another transaction than it listed");
  const held = meta.preTokenBalances.find(({ accountIndex }) => accountIndex === index);
  return { balance: BigInt(held?.uiTokenAmount.amount ?? 0), lasting: true };
}
