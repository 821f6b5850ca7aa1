import * as z from "zod";
import { isRecord } from "../is-record";
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
  return { value: { largest: kept, passed, listed }, asOf: null };
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
  apyMean30d: row.apyMean30d ?? null,
  stablecoin: row.stablecoin === true,
  ilRisk: oneOf(["no", "yes"], row.ilRisk),
  exposure: oneOf(["single", "multi"], row.exposure),
  days: row.count,
});

export const llamaYields: Source<YieldPools> = {
  id: "llama.yields",
  version: 2,
  provider: "DefiLlama",
  address: () => ({ host: "yields.llama.fi", path: "/pools" }),
  answer: reduceYieldPools,
  kept: yieldPools,
  freshMs: 10 * MINUTE_MS,
  staleMs: 6 * 60 * MINUTE_MS,
  maxBytes: 40_000_000,
};
