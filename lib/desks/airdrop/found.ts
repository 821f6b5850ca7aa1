import type { AnswerOf } from "@/lib/catalog/define";
import type { Claim } from "@/lib/sources/llama-airdrops";
import { MIN_TOKENLESS_TVL_USD, type Tokenless } from "@/lib/sources/llama-tokenless";
import { byScore, type Found } from "../candidate";
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
  chains: readonly string[];
  found(now: Date): AirdropFound;
}

const DAY_MS = 86_400_000;
const MONTH_MS = 30.4375 * DAY_MS;
/** In this age protocols give out tokens, if they do; younger ones have no users to give them to. */
const AGE_MONTHS = { from: 3, to: 24 } as const;
/** A week's growth that counts in full, percent; from here on it may be one depositor. */
const FULL_GROWTH_PCT = 30;
const JUMP_PCT = 100;

/** Protocols without a token, the best first. */
export function tokenlessAirdrops(protocols: readonly Tokenless[], now: Date): readonly Airdrop[] {
  // A score changes with time only where a protocol comes into the age or leaves it, which is seldom any of them.
  return ranked(protocols, protocols.map((protocol) => inAge(protocol, now)).join());
}

const ranked = perValue((protocols: readonly Tokenless[], ages: string): readonly Airdrop[] => {
  const of = ages.split(",");
  return protocols
    .map((protocol, i) => tokenlessAirdrop(protocol, of[i] ? Number(of[i]) : null))
    .sort(byScore);
});

/** 1 from 3 to 24 months after it was listed, else 0; null when that is unknown. */
function inAge(protocol: Tokenless, now: Date): 0 | 1 | null {
  const months = monthsListed(protocol, now);
  return months === null ? null : months >= AGE_MONTHS.from && months <= AGE_MONTHS.to ? 1 : 0;
}

/** score = 100 × (0.5·c01((log10 tvl − 6) ÷ 3) + 0.3·c01(change7d ÷ 30) + 0.2·[listed 3 to 24 months ago]) */
function tokenlessAirdrop(protocol: Tokenless, age: number | null): Airdrop {
  const { name, chains, tvl, change7d } = protocol;
  return {
    name,
    chains,
    ...scoreOf(
      [
        { factor: "tvl", weight: 0.5, value: clip01((Math.log10(tvl) - 6) / 3) },
        {
          factor: "growth",
          weight: 0.3,
          value: change7d === null ? null : clip01(change7d / FULL_GROWTH_PCT),
        },
        { factor: "age", weight: 0.2, value: age },
      ],
      100,
      1,
    ),
    found: (now) => tokenlessFound(protocol, monthsListed(protocol, now)),
  };
}

const monthsListed = ({ listedAt }: Tokenless, now: Date): number | null =>
  listedAt === null ? null : (now.getTime() - listedAt) / MONTH_MS;

function tokenlessFound(protocol: Tokenless, months: number | null): AirdropFound {
  const { name, category, chains, tvl, change7d, listedAt, url } = protocol;
  const listed = isoOf(listedAt);
  return {
    kind: "airdrop",
    name,
    symbol: null,
    chain: chains.length === 1 ? (chains[0] ?? null) : null,
    venue: name,
    eventTime: null,
    firstSeen: listed,
    url,
    evidence: [
      `Tokenless protocol: ${compactUsd(tvl)} locked, no token listed.`,
      ...(change7d === null ? [] : [`TVL ${signed(change7d)} % in 7 days.`]),
      ...(months === null ? [] : [`Listed ${Math.max(0, Math.floor(months))} months ago.`]),
    ],
    status: "rumour",
    onchain: {
      basis: "tokenless-protocol",
      tvlUsd: round(tvl, 2),
      change7dPct: round(change7d, 2),
      category,
      chains: [...chains],
      listedAt: listed,
      claimEndsAt: null,
    },
    riskFlags: [
      {
        id: "unconfirmed",
        level: "caution",
        detail: "No token or airdrop is announced; there may never be one.",
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

/** A claim that is open or announced; null for one that has ended. Nobody publishes what it is worth: no score. */
export function claimAirdrop(claim: Claim, now: Date): Airdrop | null {
  const { name, symbol, page, chains, startsAt, endsAt } = claim;
  if (endsAt <= now.getTime()) return null;
  const ahead = startsAt !== null && startsAt > now.getTime();
  const ends = isoOf(endsAt);
  if (ends === null) return null; // no date at all
  const days = Math.floor((endsAt - now.getTime()) / DAY_MS);
  return {
    name,
    chains,
    score: null,
    why: [],
    found: () => ({
      kind: "airdrop",
      name,
      symbol,
      chain: chains.length === 1 ? (chains[0] ?? null) : null,
      venue: name,
      eventTime: ahead ? isoOf(startsAt) : ends,
      firstSeen: isoOf(startsAt),
      url: page,
      evidence: [
        ahead
          ? `A claim is announced until ${ends}.`
          : `The claim is open until ${ends}, ${days} days from now.`,
      ],
      status: ahead ? "announced" : "live",
      onchain: {
        basis: "claim",
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
          detail:
            "Claim pages are imitated: reach it from the project's own site, and sign nothing but the claim.",
        },
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
