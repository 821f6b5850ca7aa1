import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import type { upsideBand } from "@/lib/catalog/intel/answers/token";
import { type DexOne, dexscreenerPairs } from "@/lib/sources/dexscreener";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { geckoNewPools, type GeckoPool, geckoPoolsOf, geckoTrendingPools } from "@/lib/sources/geckoterminal";
import { type JupiterOne, jupiterRecent, jupiterToken, jupiterTrending } from "@/lib/sources/jupiter";
import { type Rugcheck, rugcheckReport } from "@/lib/sources/rugcheck";
import type { Reading } from "@/lib/sources/source";
import { coverageOf, creditByStatus } from "./coverage";
import { weightsOf } from "./promised-weights";
import { round } from "./round";
import type { TokenId } from "./token-address";
import { factsOf, type TokenReadings } from "./token-facts";
import { safetyOf, type TokenSafety } from "./token-safety";
import {
  marketOf,
  organicVolumes,
  percentileOf,
  quartilesOf,
  type ScreenLists,
  screenOf,
  shown,
} from "./token-screen";
import type { trenchesEntry } from "./trenches/entry";

/** Of the verdict on one token: docs/method.md, "Trenches". */
export const TRENCHES_METHOD = "trenches/1";

/** One token, as every provider that covers its chain describes it, and the screen that it is compared with. */
export interface VerdictInputs {
  subject: TokenId;
  /** Null on chains that these two do not cover. */
  report: Reading<Rugcheck> | null;
  jupiter: Reading<JupiterOne> | null;
  pairs: Reading<DexOne>;
  pools: Reading<GeckoPool[]>;
  lists: ScreenLists;
}

/** All in one read. */
export async function gatherVerdict(
  read: ReadSources,
  context: ReadContext,
  subject: TokenId,
): Promise<VerdictInputs> {
  const { chain, address } = subject;
  const everywhere = {
    pairs: dexscreenerPairs(chain, address),
    pools: geckoPoolsOf(chain, address),
    newPools: geckoNewPools(chain),
    trendingPools: geckoTrendingPools(chain),
  };
  if (chain !== "solana") {
    const { pairs, pools, ...lists } = await read(everywhere, context);
    const none = { recent: null, trending: null, profiles: null };
    return { subject, report: null, jupiter: null, pairs, pools, lists: { ...lists, ...none } };
  }
  const { report, jupiter, pairs, pools, ...lists } = await read(
    {
      ...everywhere,
      report: rugcheckReport(address),
      jupiter: jupiterToken(address),
      recent: jupiterRecent,
      trending: jupiterTrending,
    },
    context,
  );
  return { subject, report, jupiter, pairs, pools, lists: { ...lists, profiles: null } };
}

type Output = AnswerOf<typeof trenchesEntry>;
type Band = z.input<typeof upsideBand>;

export interface TokenVerdict extends Pick<
  Output,
  "token" | "narrativeHeat" | "social" | "whales" | "upsideBand"
> {
  safety: TokenSafety;
  coverage: number;
  missing: readonly string[];
  asked: readonly Reading<unknown>[];
  notes: readonly string[];
}

/** What can be said of the token. A source that knows nothing of it has answered all the same. */
export function verdictOn(
  inputs: VerdictInputs,
  weights: Readonly<Record<string, number>>,
  now: Date,
): TokenVerdict {
  const { subject, report, jupiter, pairs, pools, lists } = inputs;
  const readings: TokenReadings = {
    report: report?.value?.report ?? null,
    jupiter: jupiter?.value?.token ?? null,
    dex: pairs.value?.token ?? null,
    pools: pools.value ?? [],
  };
  const facts = factsOf(readings, now);
  const token = marketOf(subject, readings, facts);
  const screen = screenOf({ ...lists, batches: [] }, subject.chain, now);
  const others = screen.filter(({ address }) => address !== subject.address);
  const parts = partsOf(inputs);
  return {
    token: { ...token, name: readings.jupiter?.name ?? readings.report?.name ?? token.name },
    narrativeHeat: percentileOf(readings.jupiter?.hour.organicVolumeUsd ?? null, organicVolumes(others)),
    social: socialOf(inputs),
    whales: readings.report?.holders?.map(({ owner, pct }) => ({ owner, pct: round(pct, 2) })) ?? null,
    upsideBand: bandOf(
      token.mcapUsd,
      others.map((other) => shown(other).mcapUsd).filter((mcap) => mcap !== null),
    ),
    safety: safetyOf(facts, subject.address),
    coverage: coverageOf(
      weightsOf(weights, Object.keys(parts)),
      Object.fromEntries(Object.entries(parts).map(([part, of]) => [part, of.map(creditByStatus)])),
    ),
    missing: Object.entries(parts)
      .filter(([, of]) => of.every(({ value }) => value === null))
      .map(([part]) => part),
    asked: Object.values(parts).flat(),
    notes: notesOn(inputs, facts.sources.length),
  };
}

/** The readings that each promised part rests on. */
function partsOf({
  report,
  jupiter,
  pairs,
  pools,
  lists,
}: VerdictInputs): Record<string, Reading<unknown>[]> {
  const safety = [report, jupiter].filter((reading) => reading !== null);
  const screen = [lists.recent, lists.trending, lists.newPools, lists.trendingPools];
  return {
    ...(safety.length > 0 && { safety }),
    market: [pairs, pools],
    screen: screen.filter((reading) => reading !== null),
  };
}

/** Links that the token's maker gave to DexScreener; null when DexScreener could not be read. */
function socialOf({ pairs }: VerdictInputs): Output["social"] {
  return pairs.value === null ? null : (pairs.value.token?.links ?? []).map((link) => ({ ...link }));
}

function bandOf(mcapUsd: number | null, peers: readonly number[]): Band {
  const quartiles = quartilesOf(peers);
  if (mcapUsd === null || mcapUsd <= 0 || quartiles === null) return null;
  const [lowX, midX, highX] = quartiles;
  const over = (value: number): number => round(value / mcapUsd, 4);
  return {
    label: "not a forecast",
    peers: peers.length,
    mcapUsd,
    lowX: over(lowX),
    midX: over(midX),
    highX: over(highX),
  };
}

function notesOn({ subject, report, jupiter, pairs, pools }: VerdictInputs, known: number): string[] {
  const silent = [report, jupiter, pairs, pools].some(
    (reading) => reading !== null && reading.value === null,
  );
  const boosts = pairs.value?.token?.boosts ?? 0;
  return [
    "Names, symbols and links are the maker's own words. A clear verdict means that no check failed, not that the token is safe.",
    ...(known > 0
      ? []
      : [
          silent
            ? "No source that could be read knows this token; others might."
            : "No source knows this token: it may be too new, or no token at all.",
        ]),
    ...(boosts > 0 ? ["The token's makers pay DexScreener for its promotion at the moment."] : []),
    ...(subject.chain === "solana" ? [] : [NOT_CHECKED]),
  ];
}

const NOT_CHECKED =
  "On this chain authorities, holders, locked liquidity and organic volume are not checked: safety, whales and heat are unknown.";
