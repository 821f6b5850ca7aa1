import * as z from "zod";
import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import { batchId } from "./batch-id";
import { accept, acceptRows, holding, jsonAnswer } from "./fetcher/answer";
import { believedLiquidity } from "./believed-token";
import type { Doubt } from "./doubt";
import type { Reduced, Source } from "./source";
import { cleanText, cleanUrl } from "./text/clean-text";
import { nameProblem, worstName } from "./text/name-problem";
import { shortName } from "./text/short-name";
import { amount, change, count, decimalAmount, pastTime, sameSpelling, word } from "./token-fields";

/**
 * DexScreener. Quirks met here: prices are strings; pairs on a bonding curve have no `liquidity` at all; all windows of
 * a young pair are equal; the token asked for may be the quote of a pair; profiles and boosts are paid for by the
 * token's own makers and say nothing of merit.
 */
const windows = <T extends z.ZodType>(value: T) =>
  z.object({ h1: value, h24: value }).partial().nullish().catch(null);
const link = z.object({ url: word, type: word, label: word }).partial().nullable().catch(null);
const links = z.array(link).nullish().catch(null);

const pair = z.object({
  chainId: z.string(),
  dexId: word,
  url: word,
  pairAddress: word,
  baseToken: z.object({ address: z.string(), name: word, symbol: word }),
  priceUsd: decimalAmount,
  priceNative: decimalAmount,
  txns: windows(z.object({ buys: count, sells: count }).nullish().catch(null)),
  volume: windows(amount),
  priceChange: windows(change),
  liquidity: z.object({ usd: amount, base: amount, quote: amount }).nullish().catch(null),
  fdv: amount,
  marketCap: amount,
  pairCreatedAt: change,
  boosts: z.object({ active: count }).nullish().catch(null),
  info: z.object({ websites: links, socials: links }).partial().nullish().catch(null),
});

const figure = z.number().nullable();
const shownLink = z.object({ type: z.string(), url: z.string() });
const token = z.object({
  address: z.string(),
  name: z.string(),
  symbol: z.string().nullable(),
  /** The worst of its raw name and symbol. */
  nameProblem: nameProblem.nullable(),
  /** Where its deepest pair trades, and the pair's page. */
  dex: z.string().nullable(),
  url: z.string().nullable(),
  pairs: z.number(),
  priceUsd: figure,
  mcapUsd: figure,
  fdvUsd: figure,
  /** Sum over its pairs that name one; null when none does, as on a bonding curve. */
  liquidityUsd: figure,
  volume1hUsd: figure,
  volume24hUsd: figure,
  /** Of the deepest pair. */
  change1hPct: figure,
  change24hPct: figure,
  buys1h: figure,
  sells1h: figure,
  /** When the first of its pairs was made. */
  createdAt: z.string().nullable(),
  /** Paid promotions that run now. */
  boosts: figure,
  links: z.array(shownLink),
});
export type DexToken = z.infer<typeof token>;
const tokens = z.array(token);

type Pair = z.infer<typeof pair>;
const MAX_LINKS = 8;

const sum = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
};

function toDexToken(pairs: readonly [Pair, ...Pair[]], now: Date): DexToken {
  const depth = ({ liquidity, volume }: Pair): number => liquidity?.usd ?? (volume?.h24 ?? 0) / 1e12;
  const [deepest] = [...pairs].sort((a, b) => depth(b) - depth(a)) as [Pair, ...Pair[]]; // as many as before
  const { baseToken } = deepest;
  const times = pairs
    .map(({ pairCreatedAt }) => pastTime(pairCreatedAt, now))
    .filter((time) => time !== null);
  const boosts = pairs.map((one) => one.boosts?.active).filter((active) => typeof active === "number");
  const symbol = cleanText(baseToken.symbol ?? "") || null;
  return {
    address: sameSpelling(baseToken.address),
    name: cleanText(baseToken.name ?? "") || (symbol ?? baseToken.address),
    symbol,
    nameProblem: worstName([baseToken.name, baseToken.symbol]),
    dex: cleanText(deepest.dexId ?? "") || null,
    url: cleanUrl(deepest.url ?? ""),
    pairs: pairs.length,
    priceUsd: deepest.priceUsd,
    mcapUsd: deepest.marketCap ?? null,
    fdvUsd: deepest.fdv ?? null,
    liquidityUsd: sum(pairs.map(({ liquidity }) => liquidity?.usd)),
    volume1hUsd: sum(pairs.map(({ volume }) => volume?.h1)),
    volume24hUsd: sum(pairs.map(({ volume }) => volume?.h24)),
    change1hPct: deepest.priceChange?.h1 ?? null,
    change24hPct: deepest.priceChange?.h24 ?? null,
    buys1h: sum(pairs.map(({ txns }) => txns?.h1?.buys)),
    sells1h: sum(pairs.map(({ txns }) => txns?.h1?.sells)),
    createdAt: times.sort()[0] ?? null,
    boosts: boosts.length === 0 ? null : Math.max(...boosts),
    links: linksOf(pairs.flatMap(({ info }) => [...(info?.websites ?? []), ...(info?.socials ?? [])])),
  };
}

/** Web links only, each once. What they are called is the makers' word. */
function linksOf(raw: readonly z.infer<typeof link>[]): z.infer<typeof shownLink>[] {
  const byUrl = new Map<string, z.infer<typeof shownLink>>();
  for (const one of raw) {
    const url = cleanUrl(one?.url ?? "");
    const type = shortName(one?.type ?? one?.label ?? "")?.toLowerCase() ?? "website";
    if (url !== null && !byUrl.has(url)) byUrl.set(url, { url, type });
  }
  return [...byUrl.values()].slice(0, MAX_LINKS);
}

/** Pairs by the token that they price, in the provider's order; pairs of another chain are left out. */
export function reducePairs(answer: unknown, chain: TokenChain, now: Date): Reduced<DexToken[]> {
  const doubts: Doubt[] = [];
  const pairs = acceptRows(pair, accept(z.array(z.unknown()), answer)).map((one) => believed(one, doubts));
  const byToken = new Map<string, [Pair, ...Pair[]]>();
  for (const one of pairs) {
    if (one.chainId !== chain) continue;
    const address = sameSpelling(one.baseToken.address);
    const others = byToken.get(address);
    if (others === undefined) byToken.set(address, [one]);
    else others.push(one);
  }
  const value = [...byToken.values()].map((of) => toDexToken(of, now));
  return { value, asOf: null, doubts: doubts.slice(0, MOST_NAMED) };
}

/** Doubts that are named. */
const MOST_NAMED = 10;

/** A pair without a liquidity that its own tokens contradict. */
function believed(one: Pair, doubts: Doubt[]): Pair {
  const { liquidity, priceUsd, priceNative, pairAddress, baseToken } = one;
  if (!liquidity) return one;
  const address = pairAddress ?? baseToken.address;
  const usd = believedLiquidity({ address, ...liquidity, priceUsd, priceNative }, doubts);
  return { ...one, liquidity: { ...liquidity, usd } };
}

const one = z.object({ token: token.nullable() });
export type DexOne = z.infer<typeof one>;

/** The token of that address, or null when no pair prices it. */
export function reducePairsOf(
  answer: unknown,
  chain: TokenChain,
  address: string,
  now: Date,
): Reduced<DexOne> {
  const { value, doubts = [] } = reducePairs(answer, chain, now);
  const found = value.find((candidate) => candidate.address === address);
  return { value: { token: found ?? null }, asOf: null, doubts };
}

const profile = z.object({
  chainId: z.string(),
  tokenAddress: z.string().max(100),
  description: word,
  url: word,
  links,
});
const shownProfile = z.object({
  chain: z.string(),
  address: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  links: z.array(shownLink),
});
export type Profile = z.infer<typeof shownProfile>;
const MAX_PROFILES = 60;

/** Profiles of all chains, newest first. Boosts have the same shape; what was paid for them is not kept. */
export function reduceProfiles(answer: unknown): Reduced<Profile[]> {
  const rows = acceptRows(profile, accept(z.array(z.unknown()), answer));
  const profiles = rows.map((raw) => ({
    chain: cleanText(raw.chainId),
    address: sameSpelling(raw.tokenAddress),
    description: cleanText(raw.description ?? ""),
    url: cleanUrl(raw.url ?? ""),
    links: linksOf(raw.links ?? []),
  }));
  return { value: profiles.slice(0, MAX_PROFILES), asOf: null };
}

const dexscreener = {
  version: 2,
  provider: "DexScreener",
  freshMs: 30_000,
  staleMs: 10 * 60_000,
  maxBytes: 2_000_000,
};
const HOST = "api.dexscreener.com";
const PAIRS = { name: "dexscreener.pairs", perMinute: 300 };

/** All pairs of one token; the address in its one spelling. */
export const dexscreenerPairs = (chain: TokenChain, address: string): Source<DexOne> => ({
  ...dexscreener,
  id: `dexscreener.pairs:${chain}:${address}`,
  address: () => ({ host: HOST, path: `/token-pairs/v1/${chain}/${address}` }),
  answer: jsonAnswer((answer, now) => reducePairsOf(answer, chain, address, now)),
  kept: one,
  bucket: PAIRS,
});

/** So many tokens go into one request. */
export const BATCH = 30;

/**
 * Pairs of up to 30 tokens in one request; the addresses sorted, so that the same tokens are the same source. A single
 * token names it; several are named together.
 */
export function dexscreenerTokens(chain: TokenChain, addresses: readonly string[]): Source<DexToken[]> {
  const list = [...addresses].sort().slice(0, BATCH);
  const [only = ""] = list;
  return {
    ...dexscreener,
    id: `dexscreener.tokens:${chain}:${list.length > 1 ? batchId(list) : only}`,
    address: () => ({ host: HOST, path: `/tokens/v1/${chain}/${list.join(",")}` }),
    answer: jsonAnswer((answer, now) => reducePairs(answer, chain, now)),
    kept: tokens,
    bucket: PAIRS,
  };
}

/** The newest profiles. */
export const dexscreenerProfiles: Source<Profile[]> = {
  ...dexscreener,
  id: "dexscreener.profiles",
  address: () => ({ host: HOST, path: "/token-profiles/latest/v1" }),
  answer: jsonAnswer((answer) => holding(reduceProfiles(answer))),
  kept: z.array(shownProfile).max(MAX_PROFILES),
};
