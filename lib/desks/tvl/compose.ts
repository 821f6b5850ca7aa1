import type { AnswerOf } from "@/lib/catalog/define";
import { type Doubt, openDoubts } from "@/lib/sources/doubt";
import {
  chainOf,
  type Chains,
  type Protocol,
  protocolOf,
  type Protocols,
  TVL_TOTAL,
  type UnreadRows,
} from "@/lib/sources/llama";
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
export function composeTvl(inputs: TvlInputs, now: Date): Composed<TvlAnswer> {
  const chains = believedChains(inputs.chains);
  const protocols = believedProtocols(inputs.protocols);
  const whole = isWhole(inputs.chains);
  const asked = [chains, protocols];
  const used = asked.filter(({ value }) => value !== null);
  const credits = { chains: [whole ? creditOf(chains) : 0], protocols: [creditOf(protocols)] };
  const total = chains.value === null || !whole ? null : chains.value.totalTvl;
  const answer: TvlAnswer = {
    ...envelopeOf(
      tvlEntry,
      {
        summary: summaryOf({ chains, protocols }, whole),
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
        ],
      },
      now,
    ),
    total:
      chains.value === null || !whole
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
    .filter(([part, { value }]) => value === null || (part === "chains" && !whole))
    .map(([part]) => part);
  return { answer, missing };
}

/** Whether the sum can be believed: no chain that must be there is missing, and it did not jump. */
const isWhole = (chains: Reading<Chains>): boolean =>
  !openDoubts(chains).some(({ path, scope }) => path === TVL_TOTAL || scope === "list");

/** Without the chains whose figure is not believed, in the ranking and in the sum. */
function believedChains(reading: Reading<Chains>): Reading<Chains> {
  const odd = namesOf(reading, chainOf);
  if (reading.value === null || odd.size === 0) return reading;
  const { largest, totalTvl, count, ...rest } = reading.value;
  const gone = largest.filter(({ name }) => odd.has(name));
  const sum = gone.reduce((all, { tvl }) => all + tvl, 0);
  const value = {
    ...rest,
    largest: largest.filter((row) => !gone.includes(row)),
    totalTvl: totalTvl - sum,
    count: count - gone.length,
  };
  return { ...reading, value };
}

function believedProtocols(reading: Reading<Protocols>): Reading<Protocols> {
  const odd = namesOf(reading, protocolOf);
  if (reading.value === null || odd.size === 0) return reading;
  return {
    ...reading,
    value: { ...reading.value, largest: reading.value.largest.filter(({ name }) => !odd.has(name)) },
  };
}

const namesOf = (reading: Reading<unknown>, nameOf: (doubt: Doubt) => string | null): ReadonlySet<string> =>
  new Set(openDoubts(reading).flatMap((one) => nameOf(one) ?? []));

type Listed = Reading<{ unread: UnreadRows }>;

/** A list with rows that could not be read counts half at most: how large those are, nobody knows. */
const creditOf = (list: Listed): Credit =>
  (list.value?.unread.count ?? 0) === 0 ? creditByStatus(list) : 0.5;

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
function summaryOf({ chains, protocols }: TvlInputs, whole: boolean): string {
  const largest = (rows: readonly { name: string; tvl: number }[]): string =>
    rows
      .slice(0, 2)
      .map(({ name, tvl }) => `${name} ${compactUsd(tvl)}`)
      .join(", ");
  const total =
    chains.value === null || !whole
      ? "TVL of chains unknown"
      : `${compactUsd(chains.value.totalTvl)} on ${chains.value.count} chains${unreadIn(chains.value.unread)}, most on ${largest(chains.value.largest)}`;
  return `${total}; largest protocols ${protocols.value === null ? "unknown" : largest(protocols.value.largest)}.`;
}
