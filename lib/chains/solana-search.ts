import * as z from "zod";
import type { OnChain } from "./look";
import type { RpcClient } from "./json-rpc";
import { blockTimeOf, known, type Ceiling } from "./solana-ceiling";
import type { SolanaEvidence } from "./solana-evidence";
import { isBefore, listPage, sieve, type Commitment, type Entry, type PageQuery } from "./solana-history";
import { judge, VAGUE } from "./solana-judge";

/** Transactions that are read at once: a look has a few seconds, and nodes take some dozens a second. */
const AT_ONCE = 10;

/** Asks for several transactions at once; the first that decides, and whether all could be read. */
async function judgeAll(
  ask: RpcClient,
  evidence: SolanaEvidence,
  entries: readonly Entry[],
  commitment: Commitment,
): Promise<{ found: OnChain | null; unread: boolean }> {
  const judged = await Promise.all(
    entries.map(({ signature, blockTime }) =>
      judge(ask, evidence, { signature, listed: blockTime }, commitment),
    ),
  );
  const own = judged.find(({ kind }) => kind !== "other" && kind !== "unread");
  const found = own?.kind === "moved" || own?.kind === "unmoved" ? own : own === undefined ? null : VAGUE;
  return { found, unread: judged.some(({ kind }) => kind === "unread") };
}

/** How much of an account's newest history is searched, for a payment that may have landed just now. */
export interface Bounds {
  /** Seconds since 1970: what is older can't be the payment. */
  floor: number;
  pages: number;
  reads: number;
}

/**
 * Searches what an account did lately, as far as its node has confirmed it. Of those that can be the payment the oldest
 * are read first: nobody can copy a payment before it is there. `over`: there was more than is searched. `newest`: the first of
 * the list; null where nothing is listed.
 */
export async function searchLately(
  ask: RpcClient,
  evidence: SolanaEvidence,
  { floor, pages, reads }: Bounds,
): Promise<{ found: OnChain | null; over: boolean; unread: boolean; newest: Entry | null }> {
  const pick = sieve(ask, evidence);
  const candidates: Entry[] = [];
  let newest: Entry | null = null;
  let over = true;
  for (let page = 0, before: string | undefined; page < pages && over; page += 1) {
    const query = { commitment: "confirmed", ...(before === undefined ? {} : { before }) } as const;
    const entries = await listPage(ask, evidence.tokenAccount, query);
    newest ??= entries[0] ?? null;
    candidates.push(...(await pick(entries.filter((entry) => !isBefore(entry, floor)))));
    before = entries.at(-1)?.signature;
    over = before !== undefined && !entries.some((entry) => isBefore(entry, floor));
  }
  const oldest = candidates.toReversed();
  let unread = false;
  for (let from = 0; from < Math.min(oldest.length, reads); from += AT_ONCE) {
    const some = oldest.slice(from, Math.min(from + AT_ONCE, reads));
    const judged = await judgeAll(ask, evidence, some, "confirmed");
    if (judged.found !== null) return { found: judged.found, over, unread, newest };
    unread ||= judged.unread;
  }
  return { found: null, over: over || oldest.length > reads, unread, newest };
}

const Slot = z.number();
const Accounts = z.object({ value: z.tuple([z.unknown()]) });

export async function exists(ask: RpcClient, account: string, commitment: Commitment): Promise<boolean> {
  const options = { encoding: "base64", commitment };
  const [found] = Accounts.parse(await ask("getMultipleAccounts", [[account], options])).value;
  return found !== null && found !== undefined;
}

/**
 * Whether the empty list before a transaction means that the account did nothing before. A node that does not know the
 * transaction lists nothing either, nor does one that has pruned what is older; and an account that exists has come
 * into being by some transaction. Behind one address there may be several nodes: the list must be empty again.
 */
async function isBeginning(
  ask: RpcClient,
  account: string,
  query: PageQuery & { before: string },
  { floor, isFirst }: { floor: number; isFirst: boolean },
): Promise<boolean> {
  if (isFirst && (await exists(ask, account, "finalized"))) return false;
  if ((await known(ask, [query.before])).length === 0) return false;
  const first = Slot.parse(await ask("getFirstAvailableBlock", []));
  const time = await blockTimeOf(ask, first);
  if (time === null || time >= floor) return false;
  return (await listPage(ask, account, query)).length === 0;
}

const MISSING: OnChain = {
  kind: "open",
  unread: true,
  why: "this node does not hold the history that decides",
};

/**
 * Searches all of an account's finalized history between a ceiling and a floor (seconds), down from `before`. Each step
 * is left behind as the next look's `before`. Unmoved only when every transaction between could be told from the payment.
 */
export async function searchDown(
  ask: RpcClient,
  evidence: SolanaEvidence,
  from: { ceiling: Ceiling; before: string; floor: number },
  leave: (before: string) => void,
): Promise<OnChain> {
  const { ceiling, floor } = from;
  const { tokenAccount } = evidence;
  const pick = sieve(ask, evidence);
  let unread = false;
  /** What is not read yet must be met again: nothing is left behind it. */
  const pass = (entry: Entry): void => {
    if (!unread) leave(entry.signature);
  };
  const over = (): OnChain =>
    unread
      ? { kind: "open", unread, why: "a transaction of the payer could not be read" }
      : { kind: "unmoved", why: "the blockhash expired without the transaction" };

  for (let { before } = from; ;) {
    const query = { commitment: "finalized", minContextSlot: ceiling.slot, before } as const;
    const entries = await listPage(ask, tokenAccount, query);
    const last = entries.at(-1);
    if (last === undefined) {
      const isFirst = before === ceiling.signature;
      return (await isBeginning(ask, tokenAccount, query, { floor, isFirst })) ? over() : MISSING;
    }
    const candidates = await pick(entries.filter((entry) => !isBefore(entry, floor)));
    for (let at = 0; at < candidates.length; at += AT_ONCE) {
      const some = candidates.slice(at, at + AT_ONCE);
      const judged = await judgeAll(ask, evidence, some, "finalized");
      if (judged.found !== null) return judged.found;
      unread ||= judged.unread;
      some.slice(-1).forEach(pass);
    }
    if (isBefore(last, floor)) return over();
    pass(last);
    before = last.signature;
  }
}
