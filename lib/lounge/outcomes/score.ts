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
 * Writes down what became of a signal, once. It counts in its creator's record only where the creator is proved and published
 * nothing on the asset earlier that UTC day: calls of one day share most of their 24 hours, so a hundred of them are one.
 * `callsKey` holds the creator's calls on the asset, `standingKey` the records of creators with `standingCalls` directional
 * calls or more. Times are in milliseconds; `baseUnits` is the base rate in units of BASE_UNIT.
 */
const WRITE = `
local queueKey, signalKey, callsKey, recordKey, standingKey = unpack(KEYS)
local id, outcome, isProved, dayStart, dayEnd, result, isDirectional, baseUnits, publishedAt, wallet, standingCalls =
  unpack(ARGV)
if redis.call('ZREM', queueKey, id) == 0 then return 'stands' end
redis.call('HSETNX', signalKey, '${FIELDS.outcome}', outcome)
if isProved ~= '1' then return 'ok' end
local first = redis.call('ZRANGE', callsKey, dayStart, '(' .. dayEnd, 'BYSCORE', 'LIMIT', 0, 1)[1]
if first ~= id then return 'ok' end
redis.call('HSETNX', signalKey, '${FIELDS.counts}', '1')
if result == 'void' then redis.call('HINCRBY', recordKey, 'voids', 1) return 'ok' end
local function add(n, hits, base)
  redis.call('HINCRBY', recordKey, base, baseUnits)
  if result == 'hit' then redis.call('HINCRBY', recordKey, hits, 1) end
  return redis.call('HINCRBY', recordKey, n, 1)
end
add('n', 'hits', 'base')
if isDirectional ~= '1' then return 'ok' end
local n = add('dn', 'dhits', 'dbase')
local since = redis.call('HGET', recordKey, 'since')
if not since or tonumber(since) > tonumber(publishedAt) then redis.call('HSET', recordKey, 'since', publishedAt) end
if n >= tonumber(standingCalls) then
  local r = redis.call('HMGET', recordKey, 'dhits', 'dbase', 'since')
  redis.call('HSET', standingKey, wallet, string.format('%d %s %s %s', n, r[1] or '0', r[2] or '0', r[3]))
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
