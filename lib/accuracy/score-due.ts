import type { Redis } from "@upstash/redis";
import type { Signal } from "@/lib/catalog/intel/signals";
import { coinbasePath } from "@/lib/sources/coinbase-candles";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { krakenPath } from "@/lib/sources/kraken-ohlc";
import { DAY_MS, type PricePath } from "@/lib/sources/price-history";
import type { Source } from "@/lib/sources/source";
import {
  type VerdictLog,
  soldOn,
  type SoldTally,
  uncountedDays,
  writeOutcome,
  writeTally,
} from "./verdict-log";
import { dueAt, outcomeOf, scorableAt } from "./outcome";
import type { FrozenVerdict, Scored, Venue } from "./record";
import { tallyOf } from "./tally";

const PATHS: Readonly<Record<Venue, (day: number) => Source<PricePath>>> = {
  coinbase: coinbasePath,
  kraken: krakenPath,
};

export interface ScoreTools {
  redis: () => Redis;
  read: ReadSources;
}

/** The source of the prices that decide a verdict; none for one that was made without a price. */
const pathsFor = (frozen: FrozenVerdict): Source<PricePath>[] =>
  frozen.price === null ? [] : [PATHS[frozen.price.venue](Math.floor(dueAt(frozen) / DAY_MS))];

/** The verdicts with what became of each, as far as it is known at `now`; reads every price path once. */
async function judge(
  verdicts: readonly FrozenVerdict[],
  read: ReadSources,
  context: ReadContext,
): Promise<Scored[]> {
  const due = verdicts.filter((frozen) => scorableAt(frozen) <= context.now.getTime());
  const sources = new Map(due.flatMap(pathsFor).map((source) => [source.id, source] as const));
  const readings = await read(Object.fromEntries(sources), { ...context, stale: "wait" });
  return verdicts.map((frozen) => {
    const [source] = pathsFor(frozen);
    const path = source === undefined ? null : (readings[source.id]?.value ?? null);
    return { frozen, outcome: outcomeOf(frozen, path, context.now) };
  });
}

export interface Scoring {
  verdictLog: VerdictLog;
  /** Daily verdicts that were scored, found void, or are due without a price yet, in this run. */
  scored: number;
  voids: number;
  open: number;
  /** Days whose sold verdicts were counted in this run. */
  daysCounted: number;
}

/**
 * Scores what is due: at most `most.verdicts` of the verdicts that count, and the sold ones of at most `most.days` days.
 * What stands written is never written again, so any number of instances may do this at once.
 */
export async function scoreDue(
  verdictLog: VerdictLog,
  most: { verdicts: number; days: number },
  { redis, read }: ScoreTools,
  context: ReadContext,
): Promise<Scoring> {
  const isDue = ({ frozen, outcome }: Scored): boolean =>
    outcome === null && scorableAt(frozen) <= context.now.getTime();
  // The newest: those that have waited longest may be waiting for an exchange that is silent.
  const due = verdictLog.daily.filter(isDue).slice(-most.verdicts);
  const judged = await judge(
    due.map(({ frozen }) => frozen),
    read,
    context,
  );
  const known = new Map(judged.flatMap(({ frozen, outcome }) => (outcome ? [[frozen.at, outcome]] : [])));
  await Promise.all(
    judged.map(({ frozen, outcome }) => (outcome === null ? null : writeOutcome(redis(), frozen, outcome))),
  );
  const counted = await countSold(verdictLog, most.days, { redis, read }, context);
  const voids = judged.filter(({ outcome }) => outcome !== null && "void" in outcome).length;
  return {
    verdictLog: {
      daily: verdictLog.daily.map((one) => ({
        ...one,
        outcome: one.outcome ?? known.get(one.frozen.at) ?? null,
      })),
      tallies: new Map([...verdictLog.tallies, ...counted]),
    },
    scored: known.size - voids,
    voids,
    open: due.length - known.size,
    daysCounted: counted.length,
  };
}

/** Counts whole days, oldest first; one that an exchange does not answer for yet waits for the next run. */
async function countSold(
  verdictLog: VerdictLog,
  most: number,
  { redis, read }: ScoreTools,
  context: ReadContext,
): Promise<[string, SoldTally][]> {
  const counted: [string, SoldTally][] = [];
  for (const day of uncountedDays(verdictLog, context.now).slice(0, most)) {
    if (context.signal.aborted) break;
    const judged = await judge(await soldOn(redis(), day), read, context);
    if (judged.some(({ outcome }) => outcome === null)) continue;
    const tally = soldTallyOf(judged);
    await writeTally(redis(), day, tally);
    counted.push([day, tally]);
  }
  return counted;
}

function soldTallyOf(judged: readonly Scored[]): SoldTally {
  const count = (signal: Signal) => {
    const { n, hits, voids } = tallyOf(judged.filter(({ frozen }) => frozen.signal === signal));
    return { n, hits, voids };
  };
  return {
    snipe: count("snipe"),
    watch: count("watch"),
    follow: count("follow"),
    avoid: count("avoid"),
    rebalance: count("rebalance"),
  };
}
