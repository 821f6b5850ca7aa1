import type { AnswerOf } from "@/lib/catalog/define";
import type { Protocol, UnreadRows } from "@/lib/sources/llama";
import type { Reading } from "@/lib/sources/source";
import { compactUsd } from "../compact-usd";
import { coverageOf, type Credit, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import { round } from "../round";
import type { Composed } from "../sell";
import { tvlEntry } from "./entry";
import type { TvlInputs } from "./gather";

export type TvlAnswer = AnswerOf<typeof tvlEntry>;

export const TVL_METHOD = "tvl/3";
const SHOWN = 25;
const CAVEAT =
  "Protocol TVLs overlap (a deposit may be counted by every protocol that it passes through): don't add them up.";

/** Docs: docs/method.md, "TVL". Neither part has a time of its own, so freshness is that of the reading. */
export function composeTvl({ chains, protocols }: TvlInputs, now: Date): Composed<TvlAnswer> {
  const asked = [chains, protocols];
  const used = asked.filter(({ value }) => value !== null);
  const doubts = contradictionsOf({ chains, protocols });
  const credits = {
    chains: [creditOf(chains, doubts)],
    protocols: [creditOf(protocols, doubts)],
  };
  const total = chains.value === null ? null : chains.value.totalTvl;
  const answer: TvlAnswer = {
    ...envelopeOf(
      tvlEntry,
      {
        summary: summaryOf({ chains, protocols }),
        method: TVL_METHOD,
        asked,
        used,
        coverage: coverageOf(tvlEntry.coverage, credits),
        blocks: { total: chains.asOf, chains: chains.asOf, topProtocols: protocols.asOf },
        notes: [
          "Data by DefiLlama.",
          CAVEAT,
          ...noteOnUnread("chains", chains, "in no sum and no share"),
          ...noteOnUnread("protocols", protocols, "not ranked"),
          ...noteOnShort("chains", chains),
          ...noteOnShort("protocols", protocols),
          ...doubts,
        ],
      },
      now,
    ),
    total:
      chains.value === null
        ? null
        : {
            tvlUsd: compactUsd(chains.value.totalTvl),
            tvlUsdValue: round(chains.value.totalTvl, 2),
            chains: chains.value.count,
          },
    chains: (chains.value?.largest ?? []).slice(0, SHOWN).map(({ name, tvl }) => ({
      name,
      tvlUsd: compactUsd(tvl),
      tvlUsdValue: round(tvl, 2),
      sharePct: total === null ? 0 : round((tvl / total) * 100, 2),
    })),
    topProtocols: (protocols.value?.largest ?? []).slice(0, SHOWN).map(toRow),
  };
  const missing = Object.entries({ chains, topProtocols: protocols })
    .filter(([, { value }]) => value === null)
    .map(([part]) => part);
  return { answer, missing };
}

type Listed = Reading<{ largest: readonly { tvl: number }[]; unread: UnreadRows }>;

/** DefiLlama lists hundreds of chains and thousands of protocols: a list that can't fill what is shown was cut. */
const isShort = ({ value }: Listed): boolean => value !== null && value.largest.length < SHOWN;

/**
 * A list with rows that could not be read, one that was cut, and one that the other contradicts count half at most: how large those
 * rows are, or which of the lists is wrong, nobody knows.
 */
const creditOf = (list: Listed, doubts: readonly string[]): Credit => {
  const isDoubtful = (list.value?.unread.count ?? 0) > 0 || isShort(list) || doubts.length > 0;
  const credit = creditByStatus(list);
  return isDoubtful && credit === 1 ? 0.5 : credit;
};

/** So many times the largest protocols' sum all chains hold at most; those hold most of what there is. */
const MOST_OVER_PROTOCOLS = 4;

/** Where the two lists can't both be right, a sentence each: a unit or a decimal point slipped, or rows are missing. */
function contradictionsOf({
  chains: { value: chains },
  protocols: { value: protocols },
}: TvlInputs): string[] {
  const [largest] = protocols?.largest ?? [];
  if (chains === null || protocols === null || largest === undefined) return [];
  const sum = protocols.largest.reduce((total, { tvl }) => total + tvl, 0);
  const widest = Math.max(...protocols.largest.map(({ chains: of }) => of));
  const all = compactUsd(chains.totalTvl);
  return [
    ...(largest.tvl > chains.totalTvl
      ? [`${largest.name} alone has ${compactUsd(largest.tvl)} and all chains together ${all}: one is wrong.`]
      : []),
    ...(chains.totalTvl > MOST_OVER_PROTOCOLS * sum
      ? [`All chains have ${all} and the largest protocols together ${compactUsd(sum)}: one is wrong.`]
      : []),
    ...(widest > chains.count + chains.unread.count
      ? [
          `A protocol is on ${widest} chains and ${chains.count} were listed: the list of chains is not whole.`,
        ]
      : []),
  ];
}

const noteOnShort = (what: string, list: Listed): string[] =>
  isShort(list) && list.value !== null
    ? [
        `DefiLlama listed ${list.value.largest.length} ${what} that hold anything, fewer than are shown: others are missing.`,
      ]
    : [];

function noteOnUnread(what: string, { value }: Listed, left: string): string[] {
  if (value === null || value.unread.count === 0) return [];
  const { count, names } = value.unread;
  const named = names.length === 0 ? "" : `: ${names.join(", ")}${count > names.length ? ", …" : ""}`;
  return [`DefiLlama's figures of ${count} ${what} could not be read, and are ${left}${named}.`];
}

const toRow = (protocol: Protocol): TvlAnswer["topProtocols"][number] => ({
  name: protocol.name,
  tvlUsd: compactUsd(protocol.tvl),
  tvlUsdValue: round(protocol.tvl, 2),
  category: protocol.category,
  chains: protocol.chains,
  change1hPct: round(protocol.change1h, 2),
  change1dPct: round(protocol.change1d, 2),
  change7dPct: round(protocol.change7d, 2),
  mcapUsdValue: round(protocol.mcap, 2),
});

const unreadIn = ({ count }: UnreadRows): string => (count === 0 ? "" : ` (${count} more unread)`);

/** Totals, and the two largest of each. */
function summaryOf({ chains, protocols }: TvlInputs): string {
  const largest = (rows: readonly { name: string; tvl: number }[]): string =>
    rows
      .slice(0, 2)
      .map(({ name, tvl }) => `${name} ${compactUsd(tvl)}`)
      .join(", ");
  const total =
    chains.value === null
      ? "TVL of chains unknown"
      : `${compactUsd(chains.value.totalTvl)} on ${chains.value.count} chains${unreadIn(chains.value.unread)}, most on ${largest(chains.value.largest)}`;
  return `${total}; largest protocols ${protocols.value === null ? "unknown" : largest(protocols.value.largest)}.`;
}
