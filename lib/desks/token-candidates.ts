import type * as z from "zod";
import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import type { Reading } from "@/lib/sources/source";
import { type BlockTimes, oldestOf } from "./block-times";
import { coverageOf, creditByStatus } from "./coverage";
import { perValue } from "./per-value";
import { hoursSince } from "./hours-since";
import { weightsOf } from "./promised-weights";
import { idsOf, safetyOf } from "./token-safety";
import {
  LOOKED_CLOSER,
  organicVolumes,
  percentileOf,
  type ScreenInputs,
  screenOf,
  type ScreenToken,
  shown,
} from "./token-screen";
import type { SCREEN_LISTS, screenCandidate } from "./trenches-screen/answer";

/** Of the screen: docs/method.md, "Trenches screen". */
export const SCREEN_METHOD = "trenches-screen/4";

type Candidate = z.input<typeof screenCandidate>;
/** Its age goes on while one reading of it serves. */
type Ageless = Omit<Candidate, "ageHours">;

interface Wanted {
  chain: TokenChain;
  limit: number;
  maxMcapUsd: number;
  meta?: string | undefined;
}

export interface Screened {
  candidates: Candidate[];
  /** Of the tokens that were looked at, those under the market cap, and of these those of the narrative. */
  small: number;
  matched: number;
  lookedAt: number;
  coverage: number;
  missing: readonly string[];
  /** Promised parts that can't exist on this chain. */
  notApplicable: readonly string[];
  asked: readonly Reading<unknown>[];
  blocks: BlockTimes;
  notes: readonly string[];
}

/** The addresses of the tokens that a screen would show first. */
export const hottest = (inputs: ScreenInputs, wanted: Wanted, now: Date): string[] =>
  screened(inputs, wanted, {}, now).candidates.map(({ token }) => token.address);

/** The screen's tokens below a market cap, the hottest first, dangers last. */
export function screened(
  inputs: ScreenInputs,
  { chain, limit, maxMcapUsd, meta }: Wanted,
  weights: Readonly<Record<string, number>>,
  now: Date,
): Screened {
  const screen = screenOf(inputs, chain, now);
  const volumes = organicVolumes(screen);
  const lists = listsOf(inputs);
  const small = screen
    .map((token) => ({ token, candidate: candidateOf(token, volumes, lists) }))
    .filter(({ candidate }) => candidate.token.mcapUsd !== null && candidate.token.mcapUsd <= maxMcapUsd);
  const candidates = small
    .filter(({ token }) => meta === undefined || carries(token, meta))
    .map(({ candidate }) => candidate)
    .sort(byHeat);
  const parts = partsOf(inputs);
  return {
    candidates: candidates
      .slice(0, limit)
      .map((one) => ({ ...one, ageHours: hoursSince(one.token.createdAt, now) })),
    matched: candidates.length,
    small: small.length,
    lookedAt: screen.length,
    coverage: coverageOf(
      weightsOf(weights, Object.keys(parts)),
      Object.fromEntries(Object.entries(parts).map(([part, of]) => [part, of.map(creditByStatus)])),
    ),
    missing: Object.entries(parts)
      .filter(([, of]) => of.every(({ value }) => value === null))
      .map(([part]) => part),
    notApplicable: Object.keys(weights).filter((part) => !(part in parts)),
    asked: [...new Set(Object.values(parts).flat())],
    blocks: {
      candidates: oldestOf([...(parts.lists ?? []), ...inputs.batches]),
      "candidates[].safety": oldestOf(Object.values(inputs.reports)),
    },
    notes: [
      Object.keys(inputs.reports).length > 0 ? NOT_SAFE : UNREPORTED,
      ...(chain === "solana" ? [] : [UNCHECKED]),
    ],
  };
}

const MAKERS_WORDS = "Names and profiles are the makers' own words.";
const UNREPORTED = `${MAKERS_WORDS} Holders, locked liquidity and dangers are read of none of these, so none is called clear: ask for one token's verdict.`;
const NOT_SAFE = `${MAKERS_WORDS} Holders, locked liquidity and dangers are read of the first ${LOOKED_CLOSER} only: ask for one token's verdict.`;
const UNCHECKED =
  "On this chain no source tells organic volume from the rest: heat is not promised, and is null.";

/** The readings that each promised part rests on; heat can't exist where Jupiter has no lists. */
function partsOf(inputs: ScreenInputs): Record<string, Reading<unknown>[]> {
  const { trending, recent, profiles, newPools, trendingPools, verified, batches, reports } = inputs;
  const some = (readings: readonly (Reading<unknown> | null)[]): Reading<unknown>[] =>
    readings.filter((reading) => reading !== null);
  const heat = some([trending, recent]);
  return {
    lists: some([trending, recent, newPools, trendingPools]),
    ...(heat.length > 0 && { heat }),
    details: some([profiles, ...batches]),
    safety: some([verified, ...Object.values(reports)]),
  };
}

type List = (typeof SCREEN_LISTS)[number];

function listsOf(inputs: ScreenInputs): [List, Set<string>][] {
  const { trending, recent, profiles, trendingPools, newPools } = inputs;
  return [
    ["jupiter-trending", new Set((trending?.value ?? []).map(({ mint }) => mint))],
    ["jupiter-recent", new Set((recent?.value ?? []).map(({ mint }) => mint))],
    ["dexscreener-profile", new Set((profiles?.value ?? []).map(({ address }) => address))],
    ["geckoterminal-trending", new Set((trendingPools.value ?? []).map(({ address }) => address))],
    ["geckoterminal-new", new Set((newPools.value ?? []).map(({ address }) => address))],
  ];
}

function candidateOf(
  token: ScreenToken,
  volumes: readonly number[],
  lists: readonly [List, Set<string>][],
): Ageless {
  return {
    token: shown(token),
    narrativeHeat: percentileOf(token.jupiter?.hour.organicVolumeUsd ?? null, volumes),
    safety: inShort(token),
    foundIn: lists.filter(([, addresses]) => addresses.has(token.address)).map(([name]) => name),
  };
}

const inShort = perValue((token: ScreenToken): Candidate["safety"] => {
  const { verdict, risk, missing, checks } = safetyOf(token.facts, token.address, null);
  return { verdict, risk, failed: idsOf(checks, "fail"), warned: idsOf(checks, "warn"), missing };
});

/** Dangers last; then by heat, by volume where heat is unknown, and by address so that the order is always the same. */
function byHeat(a: Ageless, b: Ageless): number {
  const danger = ({ safety }: Ageless): number => (safety.verdict === "danger" ? 1 : 0);
  return (
    danger(a) - danger(b) ||
    (b.narrativeHeat ?? -1) - (a.narrativeHeat ?? -1) ||
    (b.token.volume1hUsd ?? -1) - (a.token.volume1hUsd ?? -1) ||
    (a.token.address < b.token.address ? -1 : 1)
  );
}

/** Shorter words must stand alone: "ai" is no part of "rain". */
const WHOLE_WORD = 4;
const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** Whether a token's name, symbol or profile has a word that is, or for 4 letters and more begins with, `meta`. */
export function carries({ jupiter, dex, pools, profile }: ScreenToken, meta: string): boolean {
  const word = plain(meta);
  if (word === "") return false;
  const texts = [
    jupiter?.name,
    jupiter?.symbol,
    dex?.name,
    dex?.symbol,
    pools[0]?.name,
    profile?.description,
  ];
  const end = word.length < WHOLE_WORD ? " " : "";
  return texts.some((text) => ` ${plain(text ?? "")} `.includes(` ${word}${end}`));
}

/** The first tokens by their addresses, never by their names. */
export function screenSummary({ candidates, matched, lookedAt }: Screened): string {
  const first = candidates
    .slice(0, 3)
    .map(
      ({ token, safety, narrativeHeat }) =>
        `${token.address} (${safety.verdict}, heat ${narrativeHeat ?? "unknown"})`,
    );
  return `${candidates.length} of ${matched} tokens that match, of ${lookedAt} looked at.${first.length === 0 ? "" : ` First: ${first.join(", ")}.`}`;
}
