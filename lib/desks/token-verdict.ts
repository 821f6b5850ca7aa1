import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import type { upsideBand } from "@/lib/catalog/intel/answers/token";
import type { ApiError } from "@/lib/http/api-error";
import { type DexOne, dexscreenerPairs } from "@/lib/sources/dexscreener";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { geckoNewPools, type GeckoPool, geckoPoolsOf, geckoTrendingPools } from "@/lib/sources/geckoterminal";
import {
  HONEYPOT_CHAINS,
  type HoneypotChain,
  honeypotCheck,
  type HoneypotRead,
} from "@/lib/sources/honeypot";
import { type JupiterOne, jupiterRecent, jupiterToken, jupiterTrending } from "@/lib/sources/jupiter";
import { jupiterVerified } from "@/lib/sources/jupiter-verified";
import { type MintRead, solanaMint } from "@/lib/sources/solana-mint";
import type { Reading } from "@/lib/sources/source";
import type { Reported } from "@/lib/sources/token-report";
import { type BlockTimes, oldestOf } from "./block-times";
import { compactUsd } from "./compact-usd";
import { coverageOf, type Credit, creditByStatus } from "./coverage";
import { impostorOf } from "./impostor";
import { nothingFound } from "./nothing-found";
import { round } from "./round";
import type { TokenId } from "./token-address";
import { factsOf, type TokenReadings } from "./token-facts";
import { reporterOf, reportSource } from "./token-reports";
import { idsOf, MIN_SOURCES, REQUIRED, safetyOf, type TokenSafety } from "./token-safety";
import {
  marketOf,
  MIN_LIQUIDITY_USD,
  organicVolumes,
  percentileOf,
  quartilesOf,
  type ScreenLists,
  screenOf,
  shown,
} from "./token-screen";
import type { trenchesEntry } from "./trenches/entry";

/** Of the verdict on one token: docs/method.md, "Trenches". */
export const TRENCHES_METHOD = "trenches/3";

/** One token, as every provider that covers its chain describes it, and the screen that it is compared with. */
export interface VerdictInputs {
  subject: TokenId;
  report: Reading<Reported>;
  /** Null on chains that it does not cover. */
  jupiter: Reading<JupiterOne> | null;
  /** Null off Solana. */
  mint: Reading<MintRead> | null;
  /** Null on Solana and on chains that it does not cover. */
  simulated: Reading<HoneypotRead> | null;
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
    report: reportSource(chain, address),
    pairs: dexscreenerPairs(chain, address),
    pools: geckoPoolsOf(chain, address),
    newPools: geckoNewPools(chain),
    trendingPools: geckoTrendingPools(chain),
  };
  if (chain !== "solana") {
    const none = { recent: null, trending: null, profiles: null, verified: null };
    const off = { subject, jupiter: null, mint: null };
    if (!isSimulated(chain)) {
      const { report, pairs, pools, ...lists } = await read(everywhere, context);
      return { ...off, report, simulated: null, pairs, pools, lists: { ...lists, ...none } };
    }
    const { report, simulated, pairs, pools, ...lists } = await read(
      { ...everywhere, simulated: honeypotCheck(chain, address) },
      context,
    );
    return { ...off, report, simulated, pairs, pools, lists: { ...lists, ...none } };
  }
  const { report, jupiter, mint, pairs, pools, ...lists } = await read(
    {
      ...everywhere,
      mint: solanaMint(address),
      jupiter: jupiterToken(address),
      recent: jupiterRecent,
      trending: jupiterTrending,
      verified: jupiterVerified,
    },
    context,
  );
  return {
    subject,
    report,
    jupiter,
    mint,
    simulated: null,
    pairs,
    pools,
    lists: { ...lists, profiles: null },
  };
}

const isSimulated = (chain: TokenId["chain"]): chain is HoneypotChain => chain in HONEYPOT_CHAINS;

type Output = AnswerOf<typeof trenchesEntry>;
type Band = z.input<typeof upsideBand>;

export interface TokenVerdict extends Pick<
  Output,
  "token" | "narrativeHeat" | "social" | "whales" | "upsideBand"
> {
  safety: TokenSafety;
  nothing: ApiError | undefined;
  coverage: number;
  missing: readonly string[];
  asked: readonly Reading<unknown>[];
  blocks: BlockTimes;
  notes: readonly string[];
}

/**
 * What can be said of the token. A source that knows nothing of it has answered all the same; when all have and none
 * knows it, there is nothing to sell.
 */
export function verdictOn(
  inputs: VerdictInputs,
  weights: Readonly<Record<string, number>>,
  now: Date,
): TokenVerdict {
  const { subject, report, jupiter, mint, simulated, pairs, pools, lists } = inputs;
  const { chain, address } = subject;
  const named = {
    report: report.value?.report ?? null,
    reportBy: reporterOf(chain),
    jupiter: jupiter?.value?.token ?? null,
    dex: pairs.value?.token ?? null,
  };
  const readings: TokenReadings = {
    ...named,
    mint: mint?.value?.mint ?? null,
    simulated: simulated?.value?.simulated ?? null,
    impostor: impostorOf(chain, address, named, lists.verified?.value ?? null),
    pools: pools.value ?? [],
  };
  const facts = factsOf(readings, now);
  const about = [report, jupiter, pairs, pools].filter((reading) => reading !== null);
  const judged = [...about, ...[mint, simulated].filter((reading) => reading !== null)];
  const isUnknown = facts.sources.length === 0 && about.every(({ value }) => value !== null);
  const token = marketOf(subject, readings, facts);
  const screen = screenOf({ ...lists, batches: [], reports: {} }, chain, now);
  const others = screen.filter((other) => other.address !== address);
  const safety = safetyOf(facts, address, oldestOf(judged));
  const peers = [lists.recent, lists.trending, lists.newPools, lists.trendingPools];
  const credits: Record<string, readonly Credit[]> = {
    safety: safetyCredits(safety, report),
    holders: [readings.report?.holders ? creditByStatus(report) : 0],
    market: facts.sources.length === 0 ? [0] : [pairs, pools].map(creditByStatus),
    screen: peers.filter((reading) => reading !== null).map(creditByStatus),
  };
  return {
    token: { ...token, name: readings.jupiter?.name ?? readings.report?.name ?? token.name },
    narrativeHeat: isDry(token)
      ? null
      : percentileOf(readings.jupiter?.hour.organicVolumeUsd ?? null, organicVolumes(others)),
    social: socialOf(inputs),
    whales: readings.report?.holders?.map(({ owner, pct }) => ({ owner, pct: round(pct, 2) })) ?? null,
    upsideBand: bandOf(
      token.mcapUsd,
      others.map((other) => shown(other).mcapUsd).filter((mcap) => mcap !== null),
    ),
    safety,
    nothing: isUnknown ? unknownToken(subject) : undefined,
    coverage: coverageOf(weights, credits),
    missing: [
      ...Object.entries(credits)
        .filter(([, of]) => of.every((credit) => credit === 0))
        .map(([part]) => part),
      ...safety.missing.map((id) => `safety.${id}`),
    ],
    asked: [...judged, ...[...peers, lists.verified].filter((reading) => reading !== null)],
    blocks: {
      token: oldestOf([jupiter, pairs, pools]),
      social: pairs.asOf,
      whales: readings.report?.holders ? report.asOf : null,
      safety: safety.asOf,
    },
    notes: notesOn(inputs, readings, facts.sources.length, safety),
  };
}

/**
 * Each required check counts what is known of it. While the report can't be read the part counts nothing: to ask again
 * is better than to buy half a verdict. A report that is not made yet has been read.
 */
function safetyCredits({ missing, verdict }: TokenSafety, report: Reading<Reported>): Credit[] {
  if (report.value === null && verdict === "unknown") return [0];
  const credit = report.value === null ? 1 : creditByStatus(report);
  return [...REQUIRED].map((id) => (missing.includes(id) ? 0 : credit));
}

/** Known to have less to trade against than any token of the screen that it would be measured by. */
const isDry = ({ liquidityUsd }: Pick<Output["token"], "liquidityUsd">): boolean =>
  liquidityUsd !== null && liquidityUsd < MIN_LIQUIDITY_USD;

const unknownToken = ({ chain, address }: TokenId): ApiError =>
  nothingFound(
    "address",
    `No source knows the token ${address} on ${chain}: it may be too new, on another chain, or no token at all.`,
    `a token that trades on ${chain}, or another \`chain\``,
  );

/** Links that the token's maker gave to DexScreener; null when DexScreener could not be read. */
function socialOf({ pairs }: VerdictInputs): Output["social"] {
  return pairs.value === null ? null : (pairs.value.token?.links ?? []).map((link) => ({ ...link }));
}

function bandOf(mcapUsd: number | null, peers: readonly number[]): Band {
  const quartiles = quartilesOf(peers);
  if (mcapUsd === null || mcapUsd <= 0 || quartiles === null) return null;
  const [lowX, midX, highX] = quartiles;
  // By digits, not places: beside a large token its peers are small, and not 0.
  const over = (value: number): number => Number((value / mcapUsd).toPrecision(4));
  return {
    label: "not a forecast",
    peers: peers.length,
    mcapUsd,
    lowX: over(lowX),
    midX: over(midX),
    highX: over(highX),
  };
}

function notesOn(
  { subject, pairs }: VerdictInputs,
  readings: TokenReadings,
  known: number,
  { verdict }: TokenSafety,
): string[] {
  const boosts = pairs.value?.token?.boosts ?? 0;
  return [
    "Names, symbols and links are the maker's own words. A clear verdict means that no check failed, not that the token is safe.",
    ...(known > 0 ? [] : ["No source that could be read knows this token; others might."]),
    ...(known > 0 && known < MIN_SOURCES && verdict === "unknown" ? [TOO_FEW_SOURCES] : []),
    ...(boosts > 0 ? ["The token's makers pay DexScreener for its promotion at the moment."] : []),
    ...(subject.chain === "solana" ? [] : [NO_HEAT]),
    ...contradictionsIn(readings),
  ];
}

/** Authorities that one source calls held and another doesn't: the verdict takes the worse, and says so. */
function contradictionsIn({ report, reportBy, jupiter, mint }: TokenReadings): string[] {
  const of = (name: "mintAuthority" | "freezeAuthority", words: string): string[] => {
    const all = [
      { by: reportBy, held: report?.[name] ?? null },
      { by: "Jupiter", held: jupiter?.[name] ?? null },
      { by: "Solana RPC", held: mint?.[name] ?? null },
    ].filter(({ held }) => held !== null);
    const differ = new Set(all.map(({ held }) => held)).size > 1;
    const each = all.map(({ by, held }) => `${by}: ${held ? "held" : "disabled"}`);
    return differ
      ? [`Sources contradict each other on the ${words} (${each.join("; ")}); the worse counts.`]
      : [];
  };
  return [...of("mintAuthority", "mint authority"), ...of("freezeAuthority", "freeze authority")];
}

const TOO_FEW_SOURCES = `Its safety is unknown whatever the checks say: fewer than ${MIN_SOURCES} of the sources that could be read know this token.`;

const NO_HEAT =
  "On this chain no source tells organic volume from the rest: heat is not promised, and is null.";

/** The token by its address, never by its name. `clear` is never said alone. */
export function tokenSummary({
  token,
  safety,
  narrativeHeat,
}: Pick<TokenVerdict, "token" | "safety" | "narrativeHeat">): string {
  const { verdict, risk, missing, checks } = safety;
  const [failed, warned] = [idsOf(checks, "fail"), idsOf(checks, "warn")];
  const impostor = checks.find(({ id, points }) => id === "impostor" && points > 0);
  return [
    `${token.address} on ${token.chain}: ${verdict}, risk ${risk ?? "unknown"}`,
    ...(verdict === "clear" ? clearWords(safety) : []),
    `liquidity ${token.liquidityUsd === null ? "unknown" : compactUsd(token.liquidityUsd)}, ${isDry(token) ? "too little to trade for heat" : `heat ${narrativeHeat ?? "unknown"}`}`,
    ...(impostor === undefined ? [] : [`bears the name of ${String(impostor.value)}`]),
    ...(failed.length === 0 ? [] : [`failed ${failed.join(", ")}`]),
    ...(warned.length === 0 ? [] : [`warned by ${warned.join(", ")}`]),
    ...(missing.length === 0 ? [] : [`missing ${missing.join(", ")}`]),
  ].join("; ");
}

/** How far a clear verdict reaches: by which checks, when, without which, and what its issuer can still change. */
function clearWords({ checks, asOf, notChecked, canChange }: TokenSafety): string[] {
  const answered = checks.filter(({ status }) => status !== "unknown" && status !== "not_applicable");
  const clean = answered.filter(({ status }) => status === "pass");
  const at = asOf === null ? "" : ` at ${asOf.slice(11, 16)}Z`;
  return [
    `no problem found by ${clean.length} of ${answered.length} checks${at}`,
    `not checked: ${notChecked.join(", ")}`,
    ...(canChange.length === 0 ? [] : [`the owner can still ${canChange.join(", ")}`]),
  ];
}
