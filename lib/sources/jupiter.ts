import * as z from "zod";
import { env } from "@/lib/env";
import { isRecord } from "@/lib/is-record";
import { accept, acceptRows, holding, jsonAnswer } from "./fetcher/answer";
import { atMost, believedCaps } from "./believed-token";
import { limits } from "../curated/plausibility";
import type { Doubt } from "./doubt";
import type { Bucket, Reduced, Source } from "./source";
import { cleanText } from "./text/clean-text";
import { nameProblem, worstName } from "./text/name-problem";
import { amount, change, count, flag, pastTime, SOLANA_ADDRESS, word } from "./token-fields";

/**
 * Jupiter's token API, version 2, on api.jup.ag (its older host is deprecated). Quirks met here: keys that it has no
 * figure for are absent, not 0; a search by mint may answer other tokens; names are whatever their makers wrote.
 */
const stats = z
  .object({
    priceChange: change,
    buyVolume: amount,
    sellVolume: amount,
    buyOrganicVolume: amount,
    sellOrganicVolume: amount,
    numTraders: count,
    numNetBuyers: change,
  })
  .nullish()
  .catch(null);

const row = z.object({
  id: z.string().regex(SOLANA_ADDRESS),
  name: word,
  symbol: word,
  dev: word,
  launchpad: word,
  graduatedPool: word,
  graduatedAt: word,
  holderCount: count,
  fdv: amount,
  mcap: amount,
  circSupply: amount,
  totalSupply: amount,
  usdPrice: amount,
  liquidity: amount,
  stats1h: stats,
  stats24h: stats,
  firstPool: z.object({ createdAt: word }).nullish().catch(null),
  createdAt: word,
  audit: z
    .object({
      isSus: flag,
      mintAuthorityDisabled: flag,
      freezeAuthorityDisabled: flag,
      topHoldersPercentage: amount,
      devMints: count,
      devMigrations: count,
    })
    .nullish()
    .catch(null),
  organicScore: amount,
  isVerified: flag,
});

const unknown = <T extends z.ZodType>(type: T) => type.nullable();
const figure = unknown(z.number());
const period = z.object({
  changePct: figure,
  /** Bought and sold, US dollars. */
  volumeUsd: figure,
  /** The part of it that Jupiter takes for people's, US dollars. */
  organicVolumeUsd: figure,
  traders: figure,
  netBuyers: figure,
});
const token = z.object({
  mint: z.string(),
  name: z.string(),
  symbol: unknown(z.string()),
  /** The worst of its raw name and symbol. */
  nameProblem: unknown(nameProblem),
  launchpad: unknown(z.string()),
  /** Whether it still trades on its launchpad's curve; null for tokens of no launchpad. */
  onCurve: unknown(z.boolean()),
  holders: figure,
  mcapUsd: figure,
  fdvUsd: figure,
  priceUsd: figure,
  liquidityUsd: figure,
  hour: period,
  day: period,
  createdAt: unknown(z.string()),
  /** Whether the authority is still held. */
  mintAuthority: unknown(z.boolean()),
  freezeAuthority: unknown(z.boolean()),
  suspicious: unknown(z.boolean()),
  devMints: figure,
  devMigrations: figure,
  /** 0 to 100. */
  organicScore: figure,
  verified: unknown(z.boolean()),
});
export type JupiterToken = z.infer<typeof token>;

const one = z.object({ token: token.nullable() });
export type JupiterOne = z.infer<typeof one>;

function toToken(raw: z.infer<typeof row>, now: Date, doubts: Doubt[]): JupiterToken {
  const { audit } = raw;
  const launchpad = cleanText(raw.launchpad ?? "") || null;
  const graduated = Boolean(raw.graduatedPool) || Boolean(raw.graduatedAt);
  const organicScore = raw.organicScore ?? null;
  const caps = {
    ...{ price: raw.usdPrice, mcap: raw.mcap, fdv: raw.fdv },
    ...{ circulating: raw.circSupply, total: raw.totalSupply },
  };
  return {
    mint: raw.id,
    name: cleanText(raw.name ?? "") || cleanText(raw.symbol ?? "") || raw.id,
    symbol: cleanText(raw.symbol ?? "") || null,
    nameProblem: worstName([raw.name, raw.symbol]),
    launchpad,
    onCurve: graduated ? false : launchpad === null ? null : true,
    holders: raw.holderCount ?? null,
    ...believedCaps(raw.id, caps, doubts),
    liquidityUsd: atMost("liquidity", raw.id, raw.liquidity, limits.token.mostLiquidity, doubts),
    hour: toPeriod(raw.stats1h),
    day: toPeriod(raw.stats24h),
    createdAt: pastTime(raw.firstPool?.createdAt, now) ?? pastTime(raw.createdAt, now),
    mintAuthority: not(audit?.mintAuthorityDisabled),
    freezeAuthority: not(audit?.freezeAuthorityDisabled),
    suspicious: audit?.isSus ?? null,
    devMints: audit?.devMints ?? null,
    devMigrations: audit?.devMigrations ?? null,
    organicScore: organicScore !== null && organicScore <= 100 ? organicScore : null,
    verified: raw.isVerified ?? null,
  };
}

const not = (disabled: boolean | null | undefined): boolean | null =>
  typeof disabled === "boolean" ? !disabled : null;

const toPeriod = (raw: z.infer<typeof stats>): JupiterToken["hour"] => ({
  changePct: raw?.priceChange ?? null,
  volumeUsd: bothSides(raw?.buyVolume, raw?.sellVolume),
  organicVolumeUsd: bothSides(raw?.buyOrganicVolume, raw?.sellOrganicVolume),
  traders: raw?.numTraders ?? null,
  netBuyers: raw?.numNetBuyers ?? null,
});

/** A side that nobody traded has no key, so one side alone is the sum; without both nothing is known. */
const bothSides = (buy: number | null | undefined, sell: number | null | undefined): number | null =>
  typeof buy === "number" || typeof sell === "number" ? (buy ?? 0) + (sell ?? 0) : null;

const MAX_LISTED = 100;

/** Doubts that are named. */
const MOST_NAMED = 10;

/** A list of tokens, each mint once, in the provider's order. An empty one is an answer to a search. */
export function reduceTokens(answer: unknown, now: Date): Reduced<JupiterToken[]> {
  const doubts: Doubt[] = [];
  const tokens = acceptRows(row, accept(z.array(z.unknown()), answer)).map((raw) =>
    toToken(raw, now, doubts),
  );
  const byMint = new Map(tokens.toReversed().map((found) => [found.mint, found]));
  const value = [...byMint.values()].toReversed().slice(0, MAX_LISTED);
  return { value, asOf: null, doubts: doubts.slice(0, MOST_NAMED) };
}

/** A search's rows of that mint: what is odd about the others says nothing. Another shape stays as it is, to be refused. */
const ofMint = (answer: unknown, mint: string): unknown =>
  Array.isArray(answer) ? answer.filter((one) => !isRecord(one) || one.id === mint) : answer;

/** The token of that mint, or null when Jupiter doesn't know it: a search may find others. */
export function reduceToken(answer: unknown, mint: string, now: Date): Reduced<JupiterOne> {
  const { value, doubts = [] } = reduceTokens(ofMint(answer, mint), now);
  const found = value.find((candidate) => candidate.mint === mint);
  return { value: { token: found ?? null }, asOf: null, doubts };
}

/**
 * What Jupiter allows in a minute: 0.5 requests a second without a key, and with one what its plan says (1 a second for
 * a free one). All of its sources share it, but the list that is read every few hours.
 */
const KEYLESS_PER_MINUTE = 30;

const bucket = (): Bucket => ({
  name: "jupiter",
  perMinute: env().JUPITER_API_KEY === undefined ? KEYLESS_PER_MINUTE : env().JUPITER_PER_MINUTE,
});

/** What all of Jupiter's sources have in common. */
export const JUPITER = {
  version: 2,
  provider: "Jupiter",
  freshMs: 30_000,
  staleMs: 10 * 60_000,
  maxBytes: 2_000_000,
};
const counted = { ...JUPITER, bucket };

export const jupiterAddress =
  (path: string, query: Readonly<Record<string, string>> = {}) =>
  () => ({
    host: "api.jup.ag",
    path,
    query,
    headers: keyHeader(),
  });

function keyHeader(): Record<string, string> {
  const key = env().JUPITER_API_KEY;
  return key === undefined ? {} : { "x-api-key": key };
}

/** One token, by its mint. */
export const jupiterToken = (mint: string): Source<JupiterOne> => ({
  ...counted,
  id: `jupiter.token:${mint}`,
  address: jupiterAddress("/tokens/v2/search", { query: mint }),
  answer: jsonAnswer((answer, now) => reduceToken(answer, mint, now)),
  kept: one,
});

const listSource = (id: string, path: string): Source<JupiterToken[]> => ({
  ...counted,
  id: `jupiter.${id}`,
  address: jupiterAddress(path),
  answer: jsonAnswer((answer, now) => holding(reduceTokens(answer, now))),
  kept: z.array(token).max(MAX_LISTED),
});

/** Tokens by the time of their first pool, newest first. */
export const jupiterRecent = listSource("recent", "/tokens/v2/recent");
/** Tokens by organic activity of the last hour. */
export const jupiterTrending = listSource("trending", "/tokens/v2/toptrending/1h");
