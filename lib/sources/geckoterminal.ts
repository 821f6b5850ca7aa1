import * as z from "zod";
import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import { accept, acceptRows, holding, jsonAnswer } from "./fetcher/answer";
import type { Reduced, Source } from "./source";
import { cleanText } from "./text/clean-text";
import {
  count,
  decimalAmount,
  decimalChange,
  pastTime,
  QUOTE_TOKENS,
  sameSpelling,
  word,
} from "./token-fields";

/**
 * GeckoTerminal's pools, as JSON:API. Quirks met here: every number is a string, of up to 70 digits; a reserve may be
 * "0.0", null, or a millionth of a dollar under a volume of millions; all windows of a young pool are equal; the
 * token stands only as `<network>_<address>` in a relationship, and the name is that of the pair.
 */
const windows = <T extends z.ZodType>(value: T) =>
  z.object({ h1: value, h24: value }).partial().nullish().catch(null);
/** What GeckoTerminal calls the chains. */
const NETWORKS: Readonly<Record<TokenChain, string>> = {
  solana: "solana",
  base: "base",
  ethereum: "eth",
  bsc: "bsc",
  arbitrum: "arbitrum",
};

const related = z.object({ data: z.object({ id: z.string() }) });

const pool = z.object({
  attributes: z.object({
    base_token_price_usd: decimalAmount,
    address: word,
    name: word,
    pool_created_at: word,
    fdv_usd: decimalAmount,
    market_cap_usd: decimalAmount,
    price_change_percentage: windows(decimalChange),
    transactions: windows(
      z.object({ buys: count, sells: count, buyers: count, sellers: count }).partial().nullish().catch(null),
    ),
    volume_usd: windows(decimalAmount),
    reserve_in_usd: decimalAmount,
  }),
  relationships: z.object({ base_token: related, dex: related.nullish().catch(null) }),
});
const answerShape = z.object({ data: z.array(z.unknown()) });

const figure = z.number().nullable();
const kept = z.object({
  /** The base token's address, in its one spelling. */
  address: z.string(),
  /** What the pool calls its base token. */
  name: z.string(),
  dex: z.string().nullable(),
  /** The pool's own address. */
  pool: z.string().nullable(),
  priceUsd: figure,
  mcapUsd: figure,
  fdvUsd: figure,
  reserveUsd: figure,
  volume1hUsd: figure,
  volume24hUsd: figure,
  change1hPct: figure,
  change24hPct: figure,
  buys1h: figure,
  sells1h: figure,
  buyers1h: figure,
  sellers1h: figure,
  createdAt: z.string().nullable(),
});
export type GeckoPool = z.infer<typeof kept>;

const MAX_POOLS = 40;

/** Pools of tokens that are no quote themselves, in the provider's order. */
export function reducePools(answer: unknown, chain: TokenChain, now: Date): Reduced<GeckoPool[]> {
  const prefix = `${NETWORKS[chain]}_`;
  const rows = acceptRows(pool, accept(answerShape, answer).data);
  const pools = rows.flatMap(({ attributes, relationships }): GeckoPool[] => {
    const { id } = relationships.base_token.data;
    const address = sameSpelling(id.slice(prefix.length));
    if (!id.startsWith(prefix) || QUOTE_TOKENS.has(address)) return [];
    const hour = attributes.transactions?.h1;
    return [
      {
        address,
        name: cleanText(attributes.name ?? "").split(" / ")[0] || address,
        dex: cleanText(relationships.dex?.data.id ?? "") || null,
        pool: cleanText(attributes.address ?? "") || null,
        priceUsd: attributes.base_token_price_usd,
        mcapUsd: attributes.market_cap_usd,
        fdvUsd: attributes.fdv_usd,
        reserveUsd: attributes.reserve_in_usd,
        volume1hUsd: attributes.volume_usd?.h1 ?? null,
        volume24hUsd: attributes.volume_usd?.h24 ?? null,
        change1hPct: attributes.price_change_percentage?.h1 ?? null,
        change24hPct: attributes.price_change_percentage?.h24 ?? null,
        buys1h: hour?.buys ?? null,
        sells1h: hour?.sells ?? null,
        buyers1h: hour?.buyers ?? null,
        sellers1h: hour?.sellers ?? null,
        createdAt: pastTime(attributes.pool_created_at, now),
      },
    ];
  });
  return { value: pools.slice(0, MAX_POOLS), asOf: null };
}

const keptPools = z.array(kept).max(MAX_POOLS);

const source = (id: string, chain: TokenChain, path: string): Source<GeckoPool[]> => ({
  id: `geckoterminal.${id}`,
  version: 1,
  provider: "GeckoTerminal",
  address: () => ({
    host: "api.geckoterminal.com",
    path: `/api/v2/networks/${NETWORKS[chain]}/${path}`,
    query: { page: "1" },
  }),
  headers: { accept: "application/json;version=20230302" },
  answer: jsonAnswer((answer, now) => holding(reducePools(answer, chain, now))),
  kept: keptPools,
  freshMs: 30_000,
  staleMs: 10 * 60_000,
  maxBytes: 2_000_000,
  bucket: { name: "geckoterminal", perMinute: 30 },
});

/** Pools that price the token of that address: in others it is what is paid with, and their figures are another token's. */
export const reducePoolsOf = (
  answer: unknown,
  chain: TokenChain,
  address: string,
  now: Date,
): Reduced<GeckoPool[]> => {
  const { value, asOf } = reducePools(answer, chain, now);
  return { value: value.filter((pool) => pool.address === address), asOf };
};

/** Pools of one token, deepest first; the address in its one spelling. It may have none, or be unknown. */
export const geckoPoolsOf = (chain: TokenChain, address: string): Source<GeckoPool[]> => ({
  ...source(`pools:${chain}:${address}`, chain, `tokens/${address}/pools`),
  version: 2,
  answer: jsonAnswer((answer, now) => reducePoolsOf(answer, chain, address, now)),
  absent: { statuses: [404], value: [] },
});
/** Pools as they are made, newest first. */
export const geckoNewPools = (chain: TokenChain): Source<GeckoPool[]> =>
  source(`new:${chain}`, chain, "new_pools");
/** Pools by recent interest. */
export const geckoTrendingPools = (chain: TokenChain): Source<GeckoPool[]> =>
  source(`trending:${chain}`, chain, "trending_pools");
