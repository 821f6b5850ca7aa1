import { DAY_MS } from "@/lib/sources/price-history";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { runTogether } from "@/lib/payments/ledger/run";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { Signal } from "../signal";
import { FIELDS, readSignals } from "../store";
import { readHistories } from "./histories";
import { type Call, outcomeOf, scorableAt, type SignalOutcome } from "./outcome";
import { BASE_UNIT } from "./record";

/** From so many scored directional calls on, a creator is looked at by itself. */
export const STANDING_CALLS = 20;

/**
 * Writes down what became of a signal, once, and adds it to its creator's record where it is the first that its proved
 * creator published on the asset that UTC day: calls of one day share most of their 24 hours, and a hundred of them are
 * one. KEYS: queue, signal, the creator's calls on the asset, the creator's record, standing creators. ARGV: id, outcome,
 * proved, start and end of the day, result, directional, base, time of publication, the wallet, calls for a standing.
 */
const WRITE = `
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 'stands' end
redis.call('HSETNX', KEYS[2], '${FIELDS.outcome}', ARGV[2])
if ARGV[3] ~= '1' then return 'ok' end
local first = redis.call('ZRANGE', KEYS[3], ARGV[4], '(' .. ARGV[5], 'BYSCORE', 'LIMIT', 0, 1)[1]
if first ~= ARGV[1] then return 'ok' end
redis.call('HSETNX', KEYS[2], '${FIELDS.counts}', '1')
if ARGV[6] == 'void' then redis.call('HINCRBY', KEYS[4], 'voids', 1) return 'ok' end
local function add(n, hits, base)
  redis.call('HINCRBY', KEYS[4], base, ARGV[8])
  if ARGV[6] == 'hit' then redis.call('HINCRBY', KEYS[4], hits, 1) end
  return redis.call('HINCRBY', KEYS[4], n, 1)
end
add('n', 'hits', 'base')
if ARGV[7] ~= '1' then return 'ok' end
local n = add('dn', 'dhits', 'dbase')
local since = redis.call('HGET', KEYS[4], 'since')
if not since or tonumber(since) > tonumber(ARGV[9]) then redis.call('HSET', KEYS[4], 'since', ARGV[9]) end
if n >= tonumber(ARGV[11]) then
  local r = redis.call('HMGET', KEYS[4], 'dhits', 'dbase', 'since')
  redis.call('HSET', KEYS[5], ARGV[10], string.format('%d %s %s %s', n, r[1] or '0', r[2] or '0', r[3]))
end
return 'ok'
`;

/** What can't be scored yet lets others pass for so long. */
const AGAIN_MS = 3_600_000;

/** A published signal that can be held to something. */
type Due = Signal & Call;
const isCall = (signal: Signal | null): signal is Due =>
  signal !== null && signal.asset !== null && signal.stance !== null;

async function writeOutcome(signal: Due, outcome: SignalOutcome): Promise<void> {
  const { id, asset, stance, publishedAt, creator } = signal;
  const day = Math.floor(publishedAt / DAY_MS) * DAY_MS;
  await runTogether(
    WRITE,
    [
      ...[keys.loungeToScore(), keys.loungeSignal(id), keys.loungeCalls(asset, creator.wallet)],
      ...[keys.loungeRecord(creator.wallet), keys.loungeStanding()],
    ],
    [
      ...[id, JSON.stringify(outcome), creator.proof === "unproved" ? "0" : "1"],
      ...[String(day), String(day + DAY_MS), outcome.result, stance === "neutral" ? "0" : "1"],
      outcome.result === "void" ? "0" : String(Math.round(outcome.base * BASE_UNIT)),
      ...[String(publishedAt), creator.wallet, String(STANDING_CALLS)],
    ],
  );
}

/** What one run did. */
export interface Scoring {
  scored: number;
  voids: number;
  /** Due, and their prices can't be read yet. */
  open: number;
}

/**
 * Scores what is due, the oldest first, at most `most`. What stands written is never written again, so any number of
 * instances may do this at once. Throws when the store can't be reached.
 */
export async function scoreDue(most: number, read: ReadSources, context: ReadContext): Promise<Scoring> {
  const { now } = context;
  const until = now.getTime() - scorableAt({ publishedAt: 0 });
  const ids = await ledgerStore().zrange<string[]>(keys.loungeToScore(), "-inf", until, {
    ...{ byScore: true, offset: 0, count: most },
  });
  const due = (await readSignals(ids)).filter(isCall);
  const isOpen = (call: Call, histories: Parameters<typeof outcomeOf>[1]): boolean => {
    const outcome = histories.length === 0 ? null : outcomeOf(call, histories, now);
    return outcome === null || outcome.result === "void";
  };
  const histories = await readHistories(due, isOpen, read, context);
  const judged = due.map((signal, at) => ({ signal, outcome: outcomeOf(signal, histories[at] ?? [], now) }));
  await Promise.all(
    judged.map(({ signal, outcome }) => (outcome === null ? null : writeOutcome(signal, outcome))),
  );
  const voids = judged.filter(({ outcome }) => outcome?.result === "void").length;
  const open = judged.filter(({ outcome }) => outcome === null);
  if (open.length > 0) {
    const later = ledgerStore().pipeline();
    for (const { signal } of open)
      later.zadd(keys.loungeToScore(), { xx: true }, { score: until + AGAIN_MS, member: signal.id });
    await later.exec();
  }
  return { scored: judged.length - voids - open.length, voids, open: open.length };
}
