import * as z from "zod";
import { accept, acceptRows, jsonAnswer } from "../fetcher/answer";
import { type Bucket, type Reduced, type Source, SourceError } from "../source";
import { BASE58_ADDRESS, pool, poolRow, type Pool, toPool } from "./pool";

/** Meteora's pools: all of some size at once, one by its address, or those that a text finds. */
export const METEORA_HOST = "dlmm.datapi.meteora.ag";
export const METEORA = "Meteora";
const MINUTE_MS = 60_000;

/**
 * It allows 30 requests a second. A bucket holds half of what may leave in a minute, and may be emptied at once: the
 * candles of thirty pools that nobody has asked for yet.
 */
export const METEORA_BUCKET: Bucket = { name: "meteora", perMinute: 180 };

/** Asked of the source: of its 114,000 pools the rest is dust, and rates on dust are noise. */
export const MIN_TVL_USD = 250_000;
const PAGE_SIZE = 500;

/** Of each order: what either can show. */
const KEPT_OF_EACH = 100;

const page = z.object({ data: z.array(z.unknown()) });

/** Percent of its TVL that a pool paid its providers in 24 hours; 0 where either is unknown. */
const dailyRate = ({ feesDay, tvl }: Pool): number => (feesDay === null || tvl === null ? 0 : feesDay / tvl);

const lively = ({ blacklisted, feesDay, tvl }: Pool): boolean =>
  !blacklisted && feesDay !== null && feesDay > 0 && tvl !== null && tvl > MIN_TVL_USD;

/** A page of pools: the largest and those that pay most, without blacklisted ones and those without fees or TVL. */
export function reducePools(answer: unknown): Reduced<Pool[]> {
  const rows = acceptRows(poolRow, accept(page, answer).data);
  const pools = rows.map(toPool).filter(lively);
  if (pools.length === 0) throw new SourceError("suspect_empty", "no pool of that size");
  const bySize = pools.toSorted((a, b) => (b.tvl ?? 0) - (a.tvl ?? 0));
  const byRate = pools.toSorted((a, b) => dailyRate(b) - dailyRate(a));
  const kept = new Set([...bySize.slice(0, KEPT_OF_EACH), ...byRate.slice(0, KEPT_OF_EACH)]);
  return { value: bySize.filter((one) => kept.has(one)), asOf: null };
}

const windows = { version: 1, provider: METEORA, freshMs: 2 * MINUTE_MS, staleMs: 30 * MINUTE_MS };

export const meteoraPools: Source<Pool[]> = {
  ...windows,
  id: "meteora.pools",
  address: () => ({
    host: METEORA_HOST,
    path: "/pools",
    query: {
      page: "1",
      page_size: String(PAGE_SIZE),
      sort_by: "tvl:desc",
      filter_by: `tvl>${MIN_TVL_USD}`,
    },
  }),
  answer: jsonAnswer(reducePools),
  kept: z.array(pool).max(2 * KEPT_OF_EACH),
  maxBytes: 8_000_000,
};

const onePool = z.array(pool).max(1);

/** One pool, whatever its size; none when there is none of that address. Throws for what is no address. */
export function meteoraPool(address: string): Source<Pool[]> {
  if (!BASE58_ADDRESS.test(address)) throw new RangeError("not the address of a pool");
  return {
    ...windows,
    id: `meteora.pool:${address}`,
    address: () => ({ host: METEORA_HOST, path: `/pools/${address}` }),
    answer: jsonAnswer((answer) => {
      const found = toPool(accept(poolRow, answer));
      if (found.address !== address) throw new SourceError("schema", "another pool than asked for");
      return { value: [found], asOf: null };
    }),
    kept: onePool,
    maxBytes: 100_000,
    absent: { statuses: [400, 404], value: [] },
    bucket: METEORA_BUCKET,
  };
}

const KEPT_FOUND = 50;
const foundPools = z.array(pool).max(KEPT_FOUND);

/** A caller's words as they are searched for: normalised, one space between words, in lower case. */
export const searchText = (given: string): string =>
  given.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

const matches = (row: z.infer<typeof poolRow>, words: readonly string[]): boolean => {
  const { name, token_x: x, token_y: y } = row;
  const said = searchText([name, x.symbol, y.symbol, x.name, y.name].join(" "));
  return words.every((word) => said.includes(word));
};

/**
 * Pools that a text finds, the largest first; an empty list when there are none. What comes back is held against the
 * text again: each of its words must be in the pool's name or its tokens'.
 */
export function meteoraSearch(given: string): Source<Pool[]> {
  const text = searchText(given);
  const words = text.split(/[ /-]/).filter((word) => word !== "");
  return {
    ...windows,
    id: `meteora.search:${encodeURIComponent(text)}`,
    address: () => ({
      host: METEORA_HOST,
      path: "/pools",
      query: { page: "1", page_size: String(KEPT_FOUND), sort_by: "tvl:desc", query: text },
    }),
    answer: jsonAnswer((answer) => {
      const rows = acceptRows(poolRow, accept(page, answer).data).filter((row) => matches(row, words));
      return { value: rows.map(toPool).slice(0, KEPT_FOUND), asOf: null };
    }),
    kept: foundPools,
    maxBytes: 1_000_000,
    bucket: METEORA_BUCKET,
  };
}
