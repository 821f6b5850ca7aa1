import * as z from "zod";
import { limits } from "../curated/plausibility";
import { isRecord } from "../is-record";
import { disbelieve } from "./disbelieve";
import { rowsDoubted } from "./doubt";
import { checkUnreadable } from "./fetcher/answer";
import { jsonElements } from "./fetcher/json-elements";
import { MOST_TVL_USD } from "./llama-tvl";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";

/**
 * DefiLlama's yield pools, some 20,000 rows under `data`. Quirks met here: `apy*` are percent; `apyBase` may be null
 * while `apy` is set; rows of nonsense among the others (an APY of 21,096 % on "$1.4B"), most of which are marked
 * `outlier` or are young.
 */
const MINUTE_MS = 60_000;

/** What a pool must be for any of our answers, in DefiLlama's terms. */
export const YIELD_GATE = { minTvlUsd: 1e6, maxApyPct: 200, minDays: 30 } as const;

/**
 * Of the pools that pass the largest are kept, and whatever their size the largest of each project on each chain: a filter
 * selects among its own, not among what other chains and projects leave room for.
 */
export const KEPT_POOLS = 1_000;
export const KEPT_OF_PROJECT = 10;
/** More than there are; what bounds the shared cache if ever there are. */
export const MOST_POOLS = 3_000;

const percent = z.number().nullish();
const poolRow = z.object({
  pool: z.string().min(1),
  chain: z.string().min(1),
  project: z.string().min(1),
  symbol: z.string(),
  tvlUsd: z.number().positive().max(MOST_TVL_USD),
  apy: z.number().positive(),
  apyBase: percent,
  apyReward: percent,
  apyMean30d: percent,
  stablecoin: z.boolean().nullish(),
  ilRisk: z.string().nullish(),
  exposure: z.string().nullish(),
  count: z.int().min(0),
});

const yieldPool = z.object({
  /** DefiLlama's id. */
  id: z.string(),
  chain: z.string(),
  /** DefiLlama's name of the protocol, such as `aave-v3`. */
  project: z.string(),
  symbol: z.string(),
  /** US dollars. */
  tvl: z.number().positive(),
  /** Percent a year: what it pays now, of that from fees or interest and from reward tokens, and the mean of 30 days. */
  apy: z.number().positive(),
  apyBase: z.number().nullable(),
  apyReward: z.number().nullable(),
  apyMean30d: z.number().nullable(),
  stablecoin: z.boolean(),
  /** Whether impermanent loss is possible; null when DefiLlama doesn't say. */
  ilRisk: z.enum(["no", "yes"]).nullable(),
  exposure: z.enum(["single", "multi"]).nullable(),
  /** Days of history. */
  days: z.int().min(0),
});
export type YieldPool = z.infer<typeof yieldPool>;

const yieldPools = z.object({
  /** Those kept of what passes the gate, largest first. */
  largest: z.array(yieldPool).max(MOST_POOLS),
  /** How many pass it, and how many there are in all. */
  passed: z.int().min(0),
  listed: z.int().positive(),
});
export type YieldPools = z.infer<typeof yieldPools>;

/** Cheap checks first: nine rows in ten don't pass, and need no schema. */
const isRow = (row: Record<string, unknown>): boolean =>
  typeof row.pool === "string" && typeof row.project === "string" && typeof row.chain === "string";

/** The gate: an unknown does not pass. */
const passes = ({ tvlUsd, apy, outlier, count }: Record<string, unknown>): boolean =>
  typeof tvlUsd === "number" &&
  tvlUsd >= YIELD_GATE.minTvlUsd &&
  typeof apy === "number" &&
  apy > 0 &&
  apy <= YIELD_GATE.maxApyPct &&
  outlier === false &&
  typeof count === "number" &&
  count >= YIELD_GATE.minDays;

/** Room for this many times the kept pools before the smallest are released. */
const SLACK = 2;
const MAX_ELEMENT_BYTES = 200_000;

/** Whoever is dropped has so many larger ones before it, however many come later. */
function toKeep(pools: readonly YieldPool[]): YieldPool[] {
  const ofProject = new Map<string, number>();
  return pools
    .toSorted((a, b) => b.tvl - a.tvl)
    .filter(({ chain, project }, i) => {
      const key = `${chain} ${project}`;
      const before = ofProject.get(key) ?? 0;
      ofProject.set(key, before + 1);
      return i < KEPT_POOLS || before < KEPT_OF_PROJECT;
    })
    .slice(0, MOST_POOLS);
}

/** `/pools`: read chunk by chunk, keeping the largest pools that pass the gate. */
export async function reduceYieldPools(chunks: AsyncIterable<Uint8Array>): Promise<Reduced<YieldPools>> {
  const kept: YieldPool[] = [];
  const ids = new Set<string>();
  const odd: string[] = [];
  const means: string[] = [];
  const count = { listed: 0, unreadable: 0, passed: 0 };
  const release = (): void => {
    const largest = toKeep(kept);
    kept.splice(0, kept.length, ...largest);
  };
  for await (const rows of jsonElements(chunks, { maxElementBytes: MAX_ELEMENT_BYTES, under: "data" })) {
    count.listed += rows.length;
    for (const row of rows) {
      if (!isRecord(row) || !isRow(row)) {
        count.unreadable++;
        continue;
      }
      if (!passes(row)) continue;
      const pool = poolRow.safeParse(row);
      if (!pool.success) {
        count.unreadable++;
        continue;
      }
      count.passed++;
      const why = oddity(pool.data);
      if (why !== null || ids.has(pool.data.pool)) {
        odd.push(pool.data.project);
        continue;
      }
      ids.add(pool.data.pool);
      const mean = pool.data.apyMean30d ?? null;
      if (mean !== null && !isWithin(mean, limits.yields.mean)) means.push(pool.data.project);
      kept.push(toPool(pool.data));
      if (kept.length >= SLACK * MOST_POOLS) release();
    }
  }
  const { listed, unreadable, passed } = count;
  checkUnreadable(unreadable, listed);
  if (listed === 0) throw new SourceError("suspect_empty", "no pool is listed");
  // Of thousands some always pass: it is the gate's own fields that are not what they were.
  if (passed === 0) throw new SourceError("suspect_empty", `none of ${listed} pools passes the gate`);
  release();
  const copies = copiesIn(kept);
  const largest = kept.filter((pool) => !copies.has(pool));
  checkStable(largest);
  const projects = [...copies].map(({ project }) => project);
  const doubts = [
    ...rowsDoubted("identity", odd, passed, "there twice, or too large, or its parts are not its rate"),
    ...rowsDoubted("list", projects, passed, "the same size and rate over and over"),
    ...rowsDoubted("bound", means, passed, "a mean of 30 days out of bounds"),
  ];
  return { value: { largest, passed, listed }, asOf: null, doubts };
}

const isWithin = (got: number, { least, most }: { least: number; most: number }): boolean =>
  got >= least && got <= most;

/** What speaks against a pool that passes the gate; null: nothing. */
function oddity({ tvlUsd, apy, apyBase, apyReward }: z.infer<typeof poolRow>): string | null {
  const { mostTvl, base, reward, sumPoints, sumShare } = limits.yields;
  if (tvlUsd > mostTvl) return "more than there is";
  const [fees, paid] = [apyBase ?? null, apyReward ?? null];
  if ((fees !== null && !isWithin(fees, base)) || (paid !== null && !isWithin(paid, reward)))
    return "a part out of bounds";
  return fees !== null && Math.abs(fees + (paid ?? 0) - apy) > Math.max(sumPoints, sumShare * apy)
    ? "its parts are not its rate"
    : null;
}

/** Pools of a project that have the same size and the same rate, more often than pools do. */
function copiesIn(pools: readonly YieldPool[]): ReadonlySet<YieldPool> {
  const keyOf = ({ project, tvl, apy }: YieldPool): string => `${project} ${tvl} ${apy}`;
  const times = new Map<string, number>();
  for (const pool of pools) times.set(keyOf(pool), (times.get(keyOf(pool)) ?? 0) + 1);
  return new Set(pools.filter((pool) => (times.get(keyOf(pool)) ?? 0) > limits.yields.sameRows));
}

/** Throws SourceError `implausible` when the large stable pools pay what such pools never do: fractions for percent, or the like. */
function checkStable(pools: readonly YieldPool[]): void {
  const { tvl, pools: enough, least, most } = limits.yields.stable;
  const rates = pools.filter((pool) => pool.stablecoin && pool.tvl >= tvl).map(({ apy }) => apy);
  const median = rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)];
  if (median !== undefined && rates.length >= enough && !isWithin(median, { least, most }))
    disbelieve("the median rate of large stable pools", median, `outside ${least} to ${most} %`);
}

const oneOf = <const Word extends string>(words: readonly Word[], given: unknown): Word | null =>
  words.find((word) => word === given) ?? null;

const toPool = (row: z.infer<typeof poolRow>): YieldPool => ({
  id: cleanText(row.pool),
  chain: cleanText(row.chain),
  project: cleanText(row.project),
  symbol: cleanText(row.symbol),
  tvl: row.tvlUsd,
  apy: row.apy,
  apyBase: row.apyBase ?? null,
  apyReward: row.apyReward ?? null,
  apyMean30d: isWithin(row.apyMean30d ?? 0, limits.yields.mean) ? (row.apyMean30d ?? null) : null,
  stablecoin: row.stablecoin === true,
  ilRisk: oneOf(["no", "yes"], row.ilRisk),
  exposure: oneOf(["single", "multi"], row.exposure),
  days: row.count,
});

export const llamaYields: Source<YieldPools> = {
  id: "llama.yields",
  version: 3,
  provider: "DefiLlama",
  address: () => ({ host: "yields.llama.fi", path: "/pools" }),
  answer: reduceYieldPools,
  kept: yieldPools,
  baseline: ({ listed, passed }) => ({
    "the number of pools": listed,
    "the number of pools that pass": passed,
  }),
  steps: () => limits.steps.listed,
  freshMs: 10 * MINUTE_MS,
  staleMs: 6 * 60 * MINUTE_MS,
  maxBytes: 40_000_000,
};
