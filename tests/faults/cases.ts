import type { Case } from "./case";
import { caseOf, on, type Change } from "./case-of";
import { SCENARIOS } from "./scenarios";

/**
 * The cases, chosen by hand: each kind of message that comes by on a rail meets a fault there, and each kind of fault
 * is met on each rail (matrix.test.ts holds what was recorded against that); around settle, and around the ledger's
 * last write, most of them. Where nothing is said the client is served, and leaves nothing behind.
 */

const {
  healthy,
  fresh,
  noScripts,
  replyLost,
  killedAfter,
  killedBefore,
  primaryDown,
  noVerdict,
  neverArrives,
  emptied,
  waitsForChain,
  settlerBusy,
  verifierBusy,
  hangUp,
  alreadySent,
  sentMeanwhile,
  cancelled,
  restarted,
  restartedMeanwhile,
  flushed,
  scheduled,
  nobodyReturns,
  nobodyForAWhile,
  nobodyForGood,
} = SCENARIOS;

/** The scheduled recovery closes it: the client has its answer, and the last line was never written. */
const OPEN: Change = { leaves: "an open payment" };

/** A call in which nothing goes wrong. */
export const PLAIN = caseOf("base", healthy);

const BASE: readonly Case[] = [
  caseOf("base", healthy, { "ledger BEGIN": "lost" }),
  caseOf("base", healthy, { "ledger BEGIN": "pause" }),
  caseOf("base", healthy, { "primary verify": "silent" }),
  caseOf("base", healthy, { "ledger INTENT": "refused" }),
  caseOf("base", healthy, { "ledger INTENT": "kill-after" }),
  caseOf("base", healthy, { "primary settle": "refused" }),
  caseOf("base", healthy, { "primary settle": "late" }),
  caseOf("base", healthy, { "primary settle": "pause" }),
  caseOf("base", healthy, {
    "ledger BEGIN": "twice-first",
    "primary verify": "twice-first",
    "ledger INTENT": "twice-first",
    "primary settle": "twice-first",
    "ledger SETTLED": "twice-first",
  }),
  caseOf("base", healthy, { "primary settle": "twice-second" }),
  caseOf("base", healthy, { "ledger SETTLED": "cut" }, OPEN),
  caseOf("base", healthy, { "ledger SETTLED": "kill-before" }),
  caseOf("base", fresh, {
    "ledger NOTE_EPOCH in full": "cut",
    "primary supported": "503",
    "fallback supported": "lost",
    "cache GET": "cut",
    "cache SET": "lost",
    "cache rate limit": "503",
    "cache MGET": "twice-first",
    "cache SET+GET": "twice-second",
    "cache SET+EVAL": "cut",
    "ledger ZRANGE": "503",
    "ledger HGETALL": "lost",
  }),
  caseOf("base", noScripts, {
    "ledger BEGIN in full": "lost",
    "ledger INTENT in full": "503",
    "ledger SETTLED in full": "twice-second",
  }),
  caseOf("base", replyLost, {
    "ledger UNKNOWN": "503",
    "base eth_getCode": "cut",
    "base eth_getBlockByNumber": "cut",
    "base eth_call": "503",
    "base eth_getLogs": "lost",
    "base eth_getTransactionReceipt": "silent",
  }),
  caseOf("base", killedAfter, { "base eth_getBlockByNumber": "kill-before" }),
  caseOf("base", killedBefore, { "primary settle": "kill-after" }),
  caseOf("base", primaryDown, { "fallback verify": "twice-second", "fallback settle": "lost" }),
  caseOf("base", noVerdict, { "ledger RELEASED": "cut" }),
  caseOf("base", scheduled, { "ledger HMGET": "503" }, OPEN),
  caseOf("base", alreadySent, { "ledger CREDIT": "lost" }),
  caseOf("base", alreadySent, { "ledger FULFIL": "cut", "ledger RELEASE_CREDIT": "503" }),
  caseOf("base", restarted, {
    "ledger CREDIT in full": "lost",
    "ledger RELEASED in full": "cut",
    "ledger SET": "503",
    "ledger FULFIL in full": "twice-first",
  }),
  caseOf("base", neverArrives, { "ledger RELEASED": "503" }, OPEN),
];

const SOLANA: readonly Case[] = [
  caseOf("solana", healthy, { "ledger BEGIN": "kill-after" }),
  caseOf("solana", healthy, { "primary verify": "cut" }),
  caseOf("solana", healthy, { "ledger INTENT": "silent" }),
  caseOf("solana", healthy, { "ledger INTENT": "twice-second" }),
  caseOf("solana", healthy, { "primary settle": "refused" }),
  caseOf("solana", healthy, { "primary settle": "late" }),
  caseOf("solana", healthy, { "primary settle": "pause" }),
  caseOf("solana", healthy, { "primary settle": "twice-second" }),
  caseOf("solana", healthy, {
    "ledger BEGIN": "twice-first",
    "primary verify": "twice-first",
    "ledger INTENT": "twice-first",
    "primary settle": "twice-first",
    "ledger SETTLED": "twice-first",
  }),
  caseOf("solana", healthy, { "ledger SETTLED": "503" }, OPEN),
  caseOf("solana", fresh, {
    "ledger NOTE_EPOCH in full": "lost",
    "primary supported": "cut",
    "fallback supported": "silent",
    "cache GET": "503",
    "cache SET": "twice-first",
    "cache rate limit": "lost",
    "cache MGET": "twice-second",
    "cache SET+GET": "twice-first",
    "cache SET+EVAL": "503",
    "ledger ZRANGE": "cut",
    "ledger HGETALL": "503",
  }),
  caseOf("solana", noScripts, {
    "ledger BEGIN in full": "cut",
    "ledger INTENT in full": "lost",
    "ledger SETTLED in full": "lost",
  }),
  caseOf("solana", replyLost, {
    "ledger UNKNOWN": "cut",
    "solana simulateTransaction": "503",
    "solana getMultipleAccounts": "lost",
    "solana getSignaturesForAddress": "503",
    "solana getTransaction": "cut",
  }),
  caseOf("solana", killedAfter, { "solana getSignaturesForAddress": "kill-before" }),
  caseOf("solana", killedBefore, { "solana isBlockhashValid": "lost" }),
  caseOf("solana", killedBefore, { "primary settle": "kill-before" }),
  caseOf("solana", noVerdict, { "ledger RELEASED": "lost" }),
  caseOf("solana", scheduled, { "ledger HMGET": "kill-after" }, OPEN),
  caseOf("solana", alreadySent, { "ledger CREDIT": "kill-before" }),
  caseOf("solana", alreadySent, { "ledger FULFIL": "503", "ledger RELEASE_CREDIT": "cut" }),
  caseOf("solana", restarted, {
    "ledger CREDIT in full": "503",
    "ledger RELEASED in full": "lost",
    "ledger SET": "cut",
    "ledger FULFIL in full": "twice-first",
  }),
  caseOf("solana", nobodyReturns, { "solana getBlockTime": "503" }, OPEN),
  caseOf("solana", nobodyReturns, { "solana getBlock": "cut" }, OPEN),
  caseOf("solana", nobodyReturns, { "solana getSignatureStatuses": "lost" }, OPEN),
  caseOf("solana", nobodyReturns, { "solana getFirstAvailableBlock": "503", "ledger SEARCHED": "cut" }, OPEN),
];

const MPP_PULL: readonly Case[] = [
  caseOf("mpp-pull", healthy, { "ledger BEGIN": "kill-before" }),
  caseOf("mpp-pull", healthy, { "solana simulateTransaction": "late" }),
  caseOf("mpp-pull", healthy, { "ledger INTENT": "lost" }),
  caseOf("mpp-pull", healthy, { "solana sendTransaction": "refused" }),
  caseOf("mpp-pull", healthy, { "solana sendTransaction": "silent" }),
  caseOf("mpp-pull", healthy, { "solana sendTransaction": "503" }),
  caseOf("mpp-pull", healthy, { "solana sendTransaction": "pause" }),
  caseOf("mpp-pull", healthy, { "solana getSignatureStatuses": "cut" }),
  caseOf("mpp-pull", healthy, {
    "ledger BEGIN": "twice-first",
    "solana simulateTransaction": "twice-first",
    "ledger INTENT": "twice-first",
    "solana sendTransaction": "twice-first",
    "solana getSignatureStatuses": "twice-second",
    "ledger SETTLED": "twice-first",
  }),
  caseOf("mpp-pull", healthy, { "ledger SETTLED": "late" }),
  caseOf("mpp-pull", fresh, {
    "ledger NOTE_EPOCH in full": "503",
    "primary supported": "silent",
    "fallback supported": "cut",
    "cache GET": "lost",
    "cache SET": "late",
    "cache rate limit": "silent",
    "cache MGET": "lost", // who can't read the cache doesn't write it either
    "ledger ZRANGE": "twice-first",
    "ledger HGETALL": "cut",
  }),
  caseOf("mpp-pull", noScripts, {
    "ledger BEGIN in full": "503",
    "ledger INTENT in full": "cut",
    "ledger SETTLED in full": "lost",
  }),
  caseOf("mpp-pull", killedAfter, { "solana getTransaction": "503" }),
  caseOf("mpp-pull", killedBefore, { "solana getSignaturesForAddress": "lost" }),
  caseOf("mpp-pull", killedBefore, { "solana isBlockhashValid": "cut" }),
  caseOf("mpp-pull", killedBefore, { "solana sendTransaction": "kill-after" }),
  caseOf("mpp-pull", noVerdict, { "ledger RELEASED": "503" }),
  caseOf("mpp-pull", scheduled, { "ledger HMGET": "lost" }, OPEN),
  caseOf("mpp-pull", alreadySent, { "ledger CREDIT": "cut" }),
  caseOf("mpp-pull", alreadySent, { "ledger FULFIL": "lost", "ledger RELEASE_CREDIT": "late" }),
  caseOf("mpp-pull", restarted, {
    "ledger CREDIT in full": "cut",
    "ledger RELEASED in full": "503",
    "ledger SET": "503",
    "ledger FULFIL in full": "twice-first",
  }),
  caseOf("mpp-pull", nobodyReturns, { "solana getBlockTime": "cut" }, OPEN),
  caseOf("mpp-pull", emptied, { "ledger UNKNOWN": "lost" }),
];

const MPP_PUSH: readonly Case[] = [
  caseOf("mpp-push", healthy, { "solana getTransaction": "503" }),
  caseOf("mpp-push", healthy, { "solana getTransaction": "429" }),
  caseOf("mpp-push", healthy, { "ledger BEGIN": "cut" }),
  caseOf("mpp-push", healthy, { "ledger BEGIN": "kill-before" }),
  caseOf("mpp-push", healthy, { "ledger CREDIT": "refused" }),
  caseOf("mpp-push", healthy, { "ledger CREDIT": "late", "ledger RELEASED": "503" }),
  caseOf("mpp-push", healthy, { "ledger CREDIT": "pause" }),
  caseOf("mpp-push", healthy, { "ledger FULFIL": "twice-second", "ledger RELEASE_CREDIT": "lost" }),
  caseOf("mpp-push", healthy, { "ledger FULFIL": "kill-after" }),
  caseOf("mpp-push", healthy, { "ledger FULFIL": "503", "ledger RELEASE_CREDIT": "silent" }),
  caseOf("mpp-push", healthy, {
    "solana getTransaction": "twice-first",
    "ledger BEGIN": "twice-first",
    "ledger CREDIT": "twice-first",
    "ledger FULFIL": "twice-first",
  }),
  caseOf("mpp-push", fresh, {
    "ledger NOTE_EPOCH in full": "twice-second",
    "primary supported": "lost",
    "fallback supported": "503",
    "cache GET": "silent",
    "cache SET": "cut",
    "cache rate limit": "cut",
    "cache MGET": "twice-first",
    "cache SET+GET": "cut", // nor who can't lock it
    "ledger ZRANGE": "lost",
    "ledger HGETALL": "silent",
  }),
  caseOf("mpp-push", noScripts, {
    "ledger BEGIN in full": "lost",
    "ledger CREDIT in full": "503",
    "ledger RELEASED in full": "lost",
    "ledger FULFIL in full": "lost",
    "ledger RELEASE_CREDIT in full": "cut",
  }),
];

/** What happens in the world around a call, with nothing going wrong at a message besides. */
const ALONE: readonly Case[] = [
  ...on(sentMeanwhile, "base", "solana"),
  ...on(cancelled, "base"),
  ...on(emptied, "base", "solana"),
  ...on(waitsForChain, "base"),
  ...on(settlerBusy, "solana"),
  ...on(verifierBusy, "base", "mpp-pull"),
  ...on(hangUp, "base", "solana", "mpp-pull"),
  ...on(flushed, "base"),
  ...on(restartedMeanwhile, "solana"),
  ...on(nobodyReturns, "base"),
  ...on(nobodyForAWhile, "base", "mpp-pull"),
  ...on(nobodyForGood, "solana"),
];

export const CASES: readonly Case[] = [...BASE, ...SOLANA, ...MPP_PULL, ...MPP_PUSH, ...ALONE];
