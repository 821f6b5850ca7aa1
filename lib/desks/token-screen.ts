import type * as z from "zod";
import type { marketToken } from "@/lib/catalog/intel/answers/token";
import { TOKEN_CHAINS, type TokenChain } from "@/lib/catalog/intel/token-chains";
import {
  BATCH,
  dexscreenerProfiles,
  dexscreenerTokens,
  type DexToken,
  type Profile,
} from "@/lib/sources/dexscreener";
import { ONE_PROVIDER, type ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { geckoNewPools, type GeckoPool, geckoTrendingPools } from "@/lib/sources/geckoterminal";
import { jupiterRecent, type JupiterToken, jupiterTrending } from "@/lib/sources/jupiter";
import { jupiterVerified, type VerifiedTokens } from "@/lib/sources/jupiter-verified";
import type { Reading } from "@/lib/sources/source";
import { QUOTE_TOKENS } from "@/lib/sources/token-fields";
import type { Reported } from "@/lib/sources/token-report";
import { impostorOf } from "./impostor";
import { perKeys, perValue } from "./per-value";
import { round } from "./round";
import { factsOf, type TokenReadings, type TokenFacts } from "./token-facts";
import { reporterOf, reportSource } from "./token-reports";
import { ISSUED } from "./token-safety";

/** The lists that a chain's screen is made of; null where the provider has none of that chain. */
export interface ScreenLists {
  trending: Reading<JupiterToken[]> | null;
  recent: Reading<JupiterToken[]> | null;
  profiles: Reading<Profile[]> | null;
  /** Tokens whose names others borrow. */
  verified: Reading<VerifiedTokens> | null;
  newPools: Reading<GeckoPool[]>;
  trendingPools: Reading<GeckoPool[]>;
}

export interface ScreenInputs extends ScreenLists {
  /** DexScreener's word on the tokens of the lists, 30 tokens a request. */
  batches: readonly Reading<DexToken[]>[];
  /** Reports of the tokens that were looked at more closely, by their addresses. */
  reports: Readonly<Record<string, Reading<Reported>>>;
}

/** A token of the lists, with what each provider says of it. */
interface Listed extends TokenReadings {
  address: string;
  chain: TokenChain;
  profile: Profile | null;
}

/** A token of the screen. The same object at every call, as long as nothing is known anew of it. */
export interface ScreenToken extends Listed {
  facts: TokenFacts;
}

/** Tokens with less liquidity than this, or with none known, are on no screen, in US dollars. */
export const MIN_LIQUIDITY_USD = 5_000;
/** So many requests for details at most, however many tokens the lists hold. */
const BATCHES = 2;

/** Of so many tokens a report is read: each costs its reporter a request. */
export const LOOKED_CLOSER = 5;
/** What part of one provider's time the lists may take. */
const LISTS_SHARE = 0.5;
/** Screens leave the other half of a reporter's requests to the verdicts on single tokens. */
const REPORTS_SHARE = 0.5;

/** What a desk wants of a screen. */
export interface ScreenWish {
  chain: TokenChain;
  pinned?: readonly string[];
  /** The addresses that the desk would show first: the first few of them are looked at more closely. */
  first(screen: ScreenInputs): readonly string[];
}

/**
 * Reads the lists of a chain, then in one or two requests what DexScreener says of the tokens in them, then the reports
 * of those that would stand first.
 */
export async function gatherScreen(
  read: ReadSources,
  context: ReadContext,
  { chain, pinned = [], first }: ScreenWish,
): Promise<ScreenInputs> {
  const everywhere = {
    newPools: geckoNewPools(chain),
    trendingPools: geckoTrendingPools(chain),
    profiles: dexscreenerProfiles,
  };
  // A list that hangs leaves time for the details of the others, all within what one provider may take.
  const quick = { ...context, retrySlow: false, patience: LISTS_SHARE };
  const rest = { ...quick, patience: ONE_PROVIDER };
  const lists: ScreenLists =
    chain === "solana"
      ? await read(
          { ...everywhere, recent: jupiterRecent, trending: jupiterTrending, verified: jupiterVerified },
          quick,
        )
      : { ...(await read(everywhere, quick)), recent: null, trending: null, verified: null };
  // DexScreener, once it has kept this call waiting, is not waited for again.
  const batches =
    lists.profiles?.status === "timeout" ? {} : await read(detailsOf({ lists, chain, pinned }), rest);
  const screen = { ...lists, batches: Object.values(batches), reports: {} };
  const closer = first(screen).slice(0, LOOKED_CLOSER);
  const sources = Object.fromEntries(closer.map((address) => [address, reportSource(chain, address)]));
  const sparing = { ...rest, bucketShare: (context.bucketShare ?? 1) * REPORTS_SHARE };
  return { ...screen, reports: await read(sources, sparing) };
}

/** All that the lists say. */
const valuesIn = ({
  trending,
  recent,
  profiles,
  verified,
  newPools,
  trendingPools,
}: ScreenLists): unknown[] =>
  [trending, recent, profiles, verified, newPools, trendingPools].map((reading) => reading?.value);

interface Asked {
  lists: ScreenLists;
  chain: TokenChain;
  pinned: readonly string[];
}

/** Sources for the details of the tokens in the lists. */
const detailsOf = perKeys(
  ({ lists, chain, pinned }: Asked) => [chain, ...valuesIn(lists), ...pinned],
  TOKEN_CHAINS.length,
  ({ lists, chain, pinned }) => {
    const wanted = [...new Set([...pinned, ...addressesOf(lists, chain)])].slice(0, BATCHES * BATCH);
    const chunks = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, i) =>
      dexscreenerTokens(chain, wanted.slice(i * BATCH, (i + 1) * BATCH)),
    );
    return Object.fromEntries(chunks.map((chunk, i) => [String(i), chunk]));
  },
);

/** Addresses in the lists, the liveliest first, each once. */
function addressesOf(lists: ScreenLists, chain: TokenChain): string[] {
  const organic = (token: JupiterToken): number => token.hour.organicVolumeUsd ?? -1;
  const jupiter = [...(lists.trending?.value ?? []), ...(lists.recent?.value ?? [])];
  return [
    ...jupiter.toSorted((a, b) => organic(b) - organic(a)).map(({ mint }) => mint),
    ...(lists.trendingPools.value ?? []).map(({ address }) => address),
    ...profilesOn(lists, chain).map(({ address }) => address),
    ...(lists.newPools.value ?? []).map(({ address }) => address),
  ].filter(isCandidate);
}

const profilesOn = ({ profiles }: Pick<ScreenLists, "profiles">, chain: TokenChain): Profile[] =>
  (profiles?.value ?? []).filter((profile) => profile.chain === chain);

const isCandidate = (address: string): boolean => !QUOTE_TOKENS.has(address) && !ISSUED.has(address);

/** All tokens of the lists, each once, with all that is known of them; floored by liquidity. */
export function screenOf(inputs: ScreenInputs, chain: TokenChain, now: Date): ScreenToken[] {
  return listedOn({ inputs, chain }).flatMap((listed): ScreenToken[] => {
    const facts = factsOf(listed, now);
    const floored = (facts.liquidityUsd?.value ?? 0) < MIN_LIQUIDITY_USD;
    return floored ? [] : [withFacts(listed, facts)];
  });
}

const withFacts = perValue((listed: Listed, facts: TokenFacts): ScreenToken => ({ ...listed, facts }));

const listedOn = perKeys(
  ({ inputs, chain }: { inputs: ScreenInputs; chain: TokenChain }) => [
    chain,
    ...valuesIn(inputs),
    ...inputs.batches.map(({ value }) => value),
    ...Object.entries(inputs.reports).flatMap(([address, { value }]) => [address, value]),
  ],
  2 * TOKEN_CHAINS.length, // before the reports and with them
  ({ inputs, chain }) => tokensOf(inputs, chain),
);

function tokensOf(
  { trending, recent, profiles, verified, newPools, trendingPools, batches, reports }: ScreenInputs,
  chain: TokenChain,
): Listed[] {
  const jupiter = byAddress([...(trending?.value ?? []), ...(recent?.value ?? [])], ({ mint }) => mint);
  const dex = byAddress(
    batches.flatMap(({ value }) => value ?? []),
    ({ address }) => address,
  );
  const profile = byAddress(profilesOn({ profiles }, chain), ({ address }) => address);
  const pools = new Map<string, GeckoPool[]>();
  const listed = new Set<string | null>();
  for (const pool of [...(trendingPools.value ?? []), ...(newPools.value ?? [])]) {
    const key = pool.pool ?? `${pool.address} ${pool.createdAt}`;
    if (listed.has(key)) continue; // a new pool may trend
    listed.add(key);
    pools.set(pool.address, [...(pools.get(pool.address) ?? []), pool]);
  }
  const addresses = new Set([...jupiter.keys(), ...dex.keys(), ...pools.keys()]);
  const reportBy = reporterOf(chain);
  return [...addresses].filter(isCandidate).map((address) => {
    const named = {
      report: reports[address]?.value?.report ?? null,
      reportBy,
      jupiter: jupiter.get(address) ?? null,
      dex: dex.get(address) ?? null,
    };
    return {
      ...named,
      mint: null, // read for the verdict on one token only
      simulated: null,
      impostor: impostorOf(chain, address, named, verified?.value ?? null),
      pools: pools.get(address) ?? [],
      address,
      chain,
      profile: profile.get(address) ?? null,
    };
  });
}

/** The first of each address. */
function byAddress<T>(rows: readonly T[], addressOf: (row: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const row of rows) if (!found.has(addressOf(row))) found.set(addressOf(row), row);
  return found;
}

/** Of its pools, the one with the largest reserve. */
const deepest = (pools: readonly GeckoPool[]): GeckoPool | null =>
  pools.reduce<GeckoPool | null>(
    (best, pool) => (best === null || (pool.reserveUsd ?? 0) > (best.reserveUsd ?? 0) ? pool : best),
    null,
  );

type MarketToken = z.input<typeof marketToken>;

/** A token as the market shows it: Jupiter's figures first, then DexScreener's, then those of its deepest pool. */
export function marketOf(
  { address, chain }: { address: string; chain: TokenChain },
  { jupiter, dex, pools }: TokenReadings,
  facts: TokenFacts,
): MarketToken {
  const pool = deepest(pools);
  const createdAt = [jupiter?.createdAt, dex?.createdAt, ...pools.map((one) => one.createdAt)]
    .filter((time) => typeof time === "string")
    .sort()[0];
  const mcap = jupiter?.mcapUsd ?? dex?.mcapUsd ?? pool?.mcapUsd;
  return {
    address,
    chain,
    name: jupiter?.name ?? dex?.name ?? pool?.name ?? address,
    symbol: jupiter?.symbol ?? dex?.symbol ?? null,
    venue: dex?.dex ?? pool?.dex ?? jupiter?.launchpad ?? null,
    url: dex?.url ?? null,
    priceUsd: jupiter?.priceUsd ?? dex?.priceUsd ?? pool?.priceUsd ?? null,
    mcapUsd: round(mcap ?? jupiter?.fdvUsd ?? dex?.fdvUsd ?? pool?.fdvUsd ?? null, 2),
    liquidityUsd: round(facts.liquidityUsd?.value ?? null, 2),
    volume1hUsd: round(jupiter?.hour.volumeUsd ?? dex?.volume1hUsd ?? pool?.volume1hUsd ?? null, 2),
    organicVolume1hUsd: round(jupiter?.hour.organicVolumeUsd ?? null, 2),
    change1hPct: round(jupiter?.hour.changePct ?? dex?.change1hPct ?? pool?.change1hPct ?? null, 2),
    change24hPct: round(jupiter?.day.changePct ?? dex?.change24hPct ?? pool?.change24hPct ?? null, 2),
    holders: facts.holders?.value ?? null,
    createdAt: createdAt ?? null,
  };
}

/** A token of the screen as the market shows it. */
export const shown = perValue((token: ScreenToken): Readonly<MarketToken> =>
  marketOf(token, token, token.facts),
);

/** Fewer than so many others say nothing of where one stands. */
export const MIN_PEERS = 5;

/**
 * Where `value` stands in `among`, 0 to 100: the share below it, those equal to it counted half. Null when it is
 * unknown or fewer than 5 values are there to compare with.
 */
export function percentileOf(value: number | null, among: readonly number[]): number | null {
  if (value === null || among.length < MIN_PEERS) return null;
  const below = among.filter((other) => other < value).length;
  const equal = among.filter((other) => other === value).length;
  return round((100 * (below + equal / 2)) / among.length, 1);
}

/** Quartiles by linear interpolation between the sorted values; null for fewer than 5. */
export function quartilesOf(values: readonly number[]): readonly [number, number, number] | null {
  if (values.length < MIN_PEERS) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return low + (high - low) * (place % 1);
  };
  return [at(0.25), at(0.5), at(0.75)];
}

/** Organic volumes of the last hour that the screen knows. */
export const organicVolumes = (screen: readonly ScreenToken[]): number[] =>
  screen.map(({ jupiter }) => jupiter?.hour.organicVolumeUsd ?? null).filter((volume) => volume !== null);
