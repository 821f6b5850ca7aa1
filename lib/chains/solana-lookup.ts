import * as z from "zod";
import { now } from "@/lib/time";
import type { Look, OnChain, Sent } from "./look";
import { readJson } from "./trail";
import type { RpcClient } from "./json-rpc";
import { blockTimeOf, findCeiling, type Ceiling, type Dated } from "./solana-ceiling";
import type { SolanaEvidence } from "./solana-evidence";
import type { Commitment } from "./solana-history";
import { isTransactionId, judge, VAGUE } from "./solana-judge";
import { isBlockhashValid } from "./solana-run-out";
import { lastSlotOf, reaches } from "./solana-reach";
import { searchDown, searchLately } from "./solana-search";

/**
 * How long before its intent a payment can have landed: clocks may differ by five minutes, and it was presented, with a
 * live blockhash, no more than a route's budget before.
 */
const FLOOR_SEC = 10 * 60;
/** How far past the intent the finalized chain's own time must be before "expired" is believed of a node. */
const CAUGHT_UP_SEC = 60;
/** So long after its intent, by this instance's clock, a payment is old news, and is searched for in order. */
const NEWS_MS = 5 * 60_000;
/** What one look searches of an account's newest history, for one that was sent, and for one that perhaps was. */
const SENT = { pages: 3, reads: 30 } as const;
const SUSPECTED = { pages: 5, reads: 60 } as const;

/** How far a search has come, as its record keeps it. */
const Progress = z.object({
  ceiling: z.object({ slot: z.number(), signature: z.string() }),
  /** All between here and the ceiling is known to be something else. */
  before: z.string(),
});

/** What became of the payment by one transaction; null when that is another, or is not shown. */
async function judgeNamed(
  callRpc: RpcClient,
  evidence: SolanaEvidence,
  signature: string,
  commitment: Commitment,
): Promise<OnChain | null> {
  const judged = await judge(callRpc, evidence, { signature }, commitment);
  if (judged.kind === "moved" || judged.kind === "unmoved") return judged;
  return judged.kind === "vague" ? VAGUE : null;
}

/** The payment by ids that were named for it: one question each instead of a search through the payer's history. */
async function findById(
  callRpc: RpcClient,
  evidence: SolanaEvidence,
  hint: string | undefined,
): Promise<OnChain | null> {
  for (const signature of new Set([evidence.transaction, hint])) {
    // A node refuses to look for what is no transaction's id.
    if (signature === undefined || !isTransactionId(signature)) continue;
    const judged = await judgeNamed(callRpc, evidence, signature, "confirmed");
    if (judged !== null) return judged;
  }
  return null;
}

/** This node's finalized block, once it has come past the moment of the intent: only then does it know its blockhash. */
async function hasCaughtUp(callRpc: RpcClient, slot: number, moment: number): Promise<Dated | null> {
  const time = await blockTimeOf(callRpc, slot);
  return time !== null && time >= moment / 1000 + CAUGHT_UP_SEC ? { slot, time } : null;
}

const unreadFor = (why: string): OnChain => ({ kind: "open", unread: true, why });
const STILL_POSSIBLE: OnChain = { kind: "open", why: "the transaction can still land" };

/** Where the search for a payment that can't land any more begins; `open` while it still can, or while that is not known. */
async function ceilingOf(
  callRpc: RpcClient,
  evidence: SolanaEvidence,
  until: number,
): Promise<Ceiling | OnChain> {
  const tip = await isBlockhashValid(callRpc, evidence.blockhash, "processed");
  const finalized = await isBlockhashValid(callRpc, evidence.blockhash, "finalized");
  const head = await hasCaughtUp(callRpc, finalized.context.slot, until);
  if (tip.value || finalized.value || head === null) return STILL_POSSIBLE;
  const ceiling = await findCeiling(callRpc, until / 1000, head);
  if (ceiling === null) return unreadFor("this node does not know the transactions of its blocks");
  if (ceiling.slot !== head.slot) return ceiling;
  // The payment may be the very last of that block, and no list of what lies before it shows it.
  return (await judgeNamed(callRpc, evidence, ceiling.signature, "finalized")) ?? ceiling;
}

/**
 * Looks for a payment that others may have sent in what the payer did lately. It is missing there only where the node's
 * list reaches the last block that could hold it when the look began.
 */
async function findSuspected(callRpc: RpcClient, evidence: SolanaEvidence, floor: number): Promise<OnChain> {
  const slot = await lastSlotOf(callRpc, evidence.blockhash);
  const { found, over, unread, newest } = await searchLately(callRpc, evidence, { floor, ...SUSPECTED });
  if (found !== null) return found;
  if (over) return unreadFor("the payer's account has too long a history to search");
  if (unread) return unreadFor("a transaction of the payer could not be read");
  if (!(await reaches(callRpc, evidence.tokenAccount, newest, slot)))
    return unreadFor("this node's list of transactions lags its chain");
  return STILL_POSSIBLE;
}

/**
 * What became of a Solana payment. It is found through the payer's token account by its message, because its id is
 * the facilitator's signature, which is unknown after a lost reply; ids that were named for it are tried first.
 *
 * Anybody can fill that account's history for a few lamports an entry. So the search has an end at both sides. It begins
 * once the payment can't land any more: its blockhash has run out at the tip *and* in the finalized bank of a node that is
 * past the intent (a node that lags has not heard of the hash either). It goes from a ceiling, a finalized block after that
 * moment, down to a floor before the intent, and each look goes on where the last one stopped. The payment is unmoved only
 * when the finalized chain holds it nowhere between the two. Whatever can't be read leaves it open.
 */
export async function lookupSolana(
  callRpc: RpcClient,
  evidence: SolanaEvidence,
  sent: Sent,
  { trail, leave }: Omit<Look, "signal">,
): Promise<OnChain> {
  const named = await findById(callRpc, evidence, trail.hint);
  if (named !== null) return named;
  const floor = sent.from / 1000 - FLOOR_SEC;
  // What another version has left, and is not understood, is searched anew.
  const known = trail.progress === undefined ? null : Progress.safeParse(readJson(trail.progress)).data;
  const note = (ceiling: Ceiling, before: string): void => leave(JSON.stringify({ ceiling, before }));
  const goOn = (ceiling: Ceiling, before: string): Promise<OnChain> =>
    searchDown(callRpc, evidence, { ceiling, before, floor }, (next) => note(ceiling, next));
  if (known) return goOn(known.ceiling, known.before);

  if (sent.until > sent.from) return findSuspected(callRpc, evidence, floor);
  // Where there is a record, the search in order decides.
  if (now() - sent.until <= NEWS_MS) {
    const { found } = await searchLately(callRpc, evidence, { floor, ...SENT });
    if (found !== null) return found;
  }
  const ceiling = await ceilingOf(callRpc, evidence, sent.until);
  if ("kind" in ceiling) return ceiling;
  note(ceiling, ceiling.signature);
  return goOn(ceiling, ceiling.signature);
}
