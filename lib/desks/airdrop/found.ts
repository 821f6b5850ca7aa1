import type { AnswerOf } from "@/lib/catalog/define";
import type { Claim } from "@/lib/sources/llama-airdrops";
import { DISTRIBUTION_SIGNS, type DistributionSign, signsIn } from "@/lib/sources/distribution-signs";
import { MIN_TOKENLESS_TVL_USD, type Tokenless } from "@/lib/sources/llama-tokenless";
import { byScore, type Context, type Found } from "../candidate";
import { compactUsd } from "../compact-usd";
import { perValue } from "../per-value";
import { round } from "../round";
import { clip01, type Score, scoreOf } from "../score";
import type { airdropEntry } from "./entry";

type Onchain = AnswerOf<typeof airdropEntry>["candidates"][number]["onchain"];

type AirdropFound = Found<"airdrop", Onchain>;

/** What is ranked and selected by, for all; the rest is made for those that are shown. */
export interface Airdrop extends Score {
  name: string;
  symbol: string | null;
  chains: readonly string[];
  found(now: Date): AirdropFound;
}

const DAY_MS = 86_400_000;
const MONTH_MS = 30.4375 * DAY_MS;
/** How much each sign of a distribution says, 0 to 1; a claim that is open is one, an announced one nearly. */
const SIGN_VALUE: Readonly<Record<DistributionSign, number>> = {
  announced: 0.9,
  snapshot: 0.8,
  points: 0.7,
  "token-contract": 0.6,
  foundation: 0.5,
};
const SAYS: Readonly<Record<DistributionSign, string>> = {
  announced: "a token or airdrop",
  snapshot: "a snapshot",
  points: "a points programme",
  "token-contract": "a token's contract",
  foundation: "a foundation",
};

/** In this age protocols give out tokens, if they do; younger ones have no users to give them to. */
const AGE_MONTHS = { from: 3, to: 24 } as const;
/** A week's growth that counts in full, percent; from here on it may be one depositor. */
const FULL_GROWTH_PCT = 30;
const JUMP_PCT = 100;

export type NarrativeOf = (asset: { name: string; symbol: string | null }) => Context["narrative"];

/** Protocols without a token, the best first. */
export function tokenlessAirdrops(
  protocols: readonly Tokenless[],
  narrativeOf: NarrativeOf,
  now: Date,
): readonly Airdrop[] {
  // A score changes with time only where a protocol comes into the age or leaves it, which is seldom any of them.
  return ranked(protocols, narrativeOf, protocols.map((protocol) => inAge(protocol, now)).join());
}

const ranked = perValue(
  (protocols: readonly Tokenless[], narrativeOf: NarrativeOf, ages: string): readonly Airdrop[] => {
    const of = ages.split(",");
    return protocols
      .map((protocol, i) =>
        tokenlessAirdrop(protocol, signsOf(protocol, narrativeOf), of[i] ? Number(of[i]) : null),
      )
      .sort(byScore);
  },
);

interface Signs {
  /** By the protocol's own entry. */
  own: readonly DistributionSign[];
  /** By headlines that name it. */
  inHeadlines: readonly DistributionSign[];
}

function signsOf({ name, signs }: Tokenless, narrativeOf: NarrativeOf): Signs {
  const found = new Set((narrativeOf({ name, symbol: null }) ?? []).flatMap(({ title }) => signsIn(title)));
  return { own: signs, inHeadlines: DISTRIBUTION_SIGNS.filter((sign) => found.has(sign)) };
}

/** 1 from 3 to 24 months after it was listed, else 0; null when that is unknown. */
function inAge(protocol: Tokenless, now: Date): 0 | 1 | null {
  const months = monthsListed(protocol, now);
  return months === null ? null : months >= AGE_MONTHS.from && months <= AGE_MONTHS.to ? 1 : 0;
}

/**
 * score = 100 × (0.7·evidence + 0.15·c01((log10 tvl − 6) ÷ 3) + 0.1·c01(change7d ÷ 30) + 0.05·[listed 3 to 24 months ago])
 *
 * The weakest sign (0.5 × 0.7) outweighs everything else together: what is only large and growing comes after.
 */
function tokenlessAirdrop(protocol: Tokenless, signs: Signs, age: number | null): Airdrop {
  const { name, chains, tvl, change7d } = protocol;
  const distribution = DISTRIBUTION_SIGNS.filter(
    (sign) => signs.own.includes(sign) || signs.inHeadlines.includes(sign),
  );
  const [strongest] = distribution;
  return {
    name,
    symbol: null,
    chains,
    ...scoreOf(
      [
        { factor: "evidence", weight: 0.7, value: strongest === undefined ? 0 : SIGN_VALUE[strongest] },
        { factor: "tvl", weight: 0.15, value: clip01((Math.log10(tvl) - 6) / 3) },
        {
          factor: "growth",
          weight: 0.1,
          value: change7d === null ? null : clip01(change7d / FULL_GROWTH_PCT),
        },
        { factor: "age", weight: 0.05, value: age },
      ],
      100,
      1,
    ),
    found: (now) => tokenlessFound(protocol, signs, distribution, monthsListed(protocol, now)),
  };
}

const monthsListed = ({ listedAt }: Tokenless, now: Date): number | null =>
  listedAt === null ? null : (now.getTime() - listedAt) / MONTH_MS;

const listed = (signs: readonly DistributionSign[]): string => signs.map((sign) => SAYS[sign]).join(", ");

function tokenlessFound(
  protocol: Tokenless,
  { own, inHeadlines }: Signs,
  distribution: readonly DistributionSign[],
  months: number | null,
): AirdropFound {
  const { name, category, chains, tvl, change7d, listedAt, url } = protocol;
  const since = isoOf(listedAt);
  return {
    kind: "airdrop",
    name,
    symbol: null,
    chain: chains.length === 1 ? (chains[0] ?? null) : null,
    venue: name,
    eventTime: null,
    firstSeen: since,
    url,
    measured: "onchain",
    evidence: [
      ...(own.length === 0 ? [] : [`Its entry at DefiLlama speaks of ${listed(own)}.`]),
      ...(inHeadlines.length === 0 ? [] : [`Headlines speak of ${listed(inHeadlines)}.`]),
      `Tokenless protocol: ${compactUsd(tvl)} locked, no token listed.`,
      ...(change7d === null ? [] : [`TVL ${signed(change7d)} % in 7 days.`]),
      ...(months === null ? [] : [`Listed ${Math.max(0, Math.floor(months))} months ago.`]),
    ],
    status: "rumour",
    onchain: {
      basis: "tokenless-protocol",
      distribution: [...distribution],
      tvlUsd: round(tvl, 2),
      change7dPct: round(change7d, 2),
      category,
      chains: [...chains],
      listedAt: since,
      claimEndsAt: null,
    },
    riskFlags: [
      {
        id: "unconfirmed",
        level: "caution",
        detail: "Nobody confirmed a token.",
      },
      ...(change7d !== null && change7d > JUMP_PCT
        ? [
            {
              id: "tvl_jump",
              level: "caution" as const,
              detail: `TVL rose ${round(change7d, 0)} % in 7 days: few depositors, or another way of counting.`,
            },
          ]
        : []),
    ],
  };
}

/**
 * A claim that is open or announced; null for one that has ended. score = 100 × (0.7·evidence + 0.15·[a page to claim at] +
 * 0.15·[its ticker is known]), evidence 1 while it is open and 0.9 before. What it is worth nobody publishes.
 */
export function claimAirdrop(claim: Claim, now: Date): Airdrop | null {
  const { name, symbol, page, chains, startsAt, endsAt } = claim;
  if (endsAt <= now.getTime()) return null;
  const ahead = startsAt !== null && startsAt > now.getTime();
  const ends = isoOf(endsAt);
  if (ends === null) return null; // no date at all
  const days = Math.floor((endsAt - now.getTime()) / DAY_MS);
  return {
    name,
    symbol,
    chains,
    ...scoreOf(
      [
        { factor: "evidence", weight: 0.7, value: ahead ? SIGN_VALUE.announced : 1 },
        { factor: "page", weight: 0.15, value: page === null ? 0 : 1 },
        { factor: "ticker", weight: 0.15, value: symbol === null ? 0 : 1 },
      ],
      100,
      1,
    ),
    found: () => ({
      kind: "airdrop",
      name,
      symbol,
      chain: chains.length === 1 ? (chains[0] ?? null) : null,
      venue: name,
      eventTime: ahead ? isoOf(startsAt) : ends,
      firstSeen: isoOf(startsAt),
      url: page,
      measured: "onchain",
      evidence: [
        ahead
          ? `A claim is announced until ${ends}.`
          : `The claim is open until ${ends}, ${days} days from now.`,
      ],
      status: ahead ? "announced" : "live",
      onchain: {
        basis: "claim",
        distribution: [ahead ? "claim-announced" : "claim-open"],
        tvlUsd: null,
        change7dPct: null,
        category: null,
        chains: [...chains],
        listedAt: null,
        claimEndsAt: ends,
      },
      riskFlags: [
        {
          id: "claim_page",
          level: "caution",
          detail: "Claim pages are imitated: come from the project's own site, sign nothing but the claim.",
        },
        ...(page === null
          ? [
              {
                id: "no_page",
                level: "danger" as const,
                detail: "No web page to claim at is known: whoever names one may be anybody.",
              },
            ]
          : []),
      ],
    }),
  };
}

const signed = (value: number): string => `${value > 0 ? "+" : ""}${round(value, 1)}`;

/** ISO 8601, or null for what no calendar has. */
function isoOf(ms: number | null): string | null {
  if (ms === null) return null;
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= 2009 && year <= 9_999 ? date.toISOString() : null;
}

/** What the sentence about size promises, for the notes. */
export const SIZE_BOUND = compactUsd(MIN_TOKENLESS_TVL_USD);
