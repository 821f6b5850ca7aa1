import * as z from "zod";
import { askForTransaction } from "@/lib/chains/ask-transaction";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { type Entry, listPage } from "@/lib/chains/solana-history";
import { ANY_VERSION } from "@/lib/chains/transaction-versions";

/** An account that so many transactions have touched since midnight is not counted on that day: 5,000, by the thousand. */
const MAX_PAGES = 5;

const Balances = z.array(
  z.object({
    accountIndex: z.int(),
    uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }),
  }),
);
const Transaction = z.object({
  transaction: z.object({
    message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }),
  }),
  meta: z.object({ preTokenBalances: Balances, postTokenBalances: Balances }),
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

/**
 * A balance at midnight; `lasting` once something has touched the account since, so that it is never found otherwise. `bare`: the
 * node lists nothing for an account that holds something, as one does whose history lags behind its bank.
 */
export interface AtMidnight {
  balance: bigint;
  lasting: boolean;
  bare?: true;
}

interface Listed {
  /** The first since the midnight. */
  first: Entry | undefined;
  newest: Entry | undefined;
  /** Whether the list goes on to what is older. */
  isOlder: boolean;
}

/** What has touched an account since a moment; null where that can't be told within so many pages, or without times. */
async function listSince(ask: RpcClient, { account, slot, midnight }: MidnightOf): Promise<Listed | null> {
  let newest: Entry | undefined;
  let first: Entry | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const before = first && { before: first.signature };
    const entries = await listPage(ask, account, {
      commitment: "finalized",
      minContextSlot: slot,
      ...before,
    });
    newest ??= entries[0];
    for (const entry of entries) {
      if (typeof entry.blockTime !== "number") return null;
      if (entry.blockTime * 1000 < midnight) return { first, newest, isOlder: true };
      first = entry;
    }
    if (entries.length === 0) return { first, newest, isOlder: false }; // a short page is not the end, an empty one is
  }
  return null;
}

const timeOf = async (ask: RpcClient, slot: number): Promise<number> =>
  z.number().parse(await ask("getBlockTime", [slot])) * 1000;

/** Whether the chain has come past a moment at that slot: until then what happens before it may be still to come. */
const hasPassed = async (ask: RpcClient, { slot, midnight }: MidnightOf): Promise<boolean> =>
  (await timeOf(ask, slot)) >= midnight;

/** Whether a node's history begins before the midnight: one that has pruned it lists nothing of an account that moved then. */
async function reachesBack(ask: RpcClient, { midnight }: MidnightOf): Promise<boolean> {
  const first = z.int().parse(await ask("getFirstAvailableBlock", []));
  return first === 0 || (await timeOf(ask, first)) < midnight;
}

/** What a listed transaction made of an account: before and after it. Null where its version is not shown. */
async function balancesBy(
  ask: RpcClient,
  { signature }: Entry,
  account: string,
): Promise<{ before: bigint; after: bigint } | null> {
  // Parsed, a message names the accounts of its look-up tables too: by them balances are numbered.
  const wanted = { encoding: "jsonParsed", commitment: "finalized", highest: ANY_VERSION } as const;
  const asked = await askForTransaction(ask, signature, wanted);
  if (asked === "unreadable") return null;
  const { transaction, meta } = Transaction.parse(asked.shown);
  const index = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === account);
  if (index < 0) throw new Error("the node shows another transaction than it listed");
  const of = (balances: z.output<typeof Balances>): bigint =>
    BigInt(balances.find(({ accountIndex }) => accountIndex === index)?.uiTokenAmount.amount ?? 0);
  return { before: of(meta.preTokenBalances), after: of(meta.postTokenBalances) };
}

/**
 * What a token account held at a midnight (UTC): what it had before the first transaction since, and what it has where there
 * was none. All accounts' balances at one moment sum up to no more than there is of the token, however often it moves
 * afterwards. Null where it can't be told: by a node whose history begins later, and by one that has not listed yet what made
 * the balance that it tells. Throws where the chain can't be asked.
 */
export async function heldAtMidnight(ask: RpcClient, of: MidnightOf): Promise<AtMidnight | null> {
  const listed = await listSince(ask, of);
  if (listed === null || !(listed.isOlder || (await reachesBack(ask, of)))) return null;
  const { newest, first } = listed;
  if (newest === undefined)
    return (await hasPassed(ask, of)) ? { balance: of.balance, lasting: false, bare: true } : null;
  const last = await balancesBy(ask, newest, of.account);
  if (last?.after !== of.balance) return null;
  if (first === undefined) return (await hasPassed(ask, of)) ? { balance: of.balance, lasting: false } : null;
  const begun = first === newest ? last : await balancesBy(ask, first, of.account);
  return begun && { balance: begun.before, lasting: true };
}
