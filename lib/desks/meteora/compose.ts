import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import type { ApiError } from "@/lib/http/api-error";
import type { Close } from "@/lib/sources/meteora/closes";
import type { Pool } from "@/lib/sources/meteora/pool";
import type { Reading } from "@/lib/sources/source";
import { oldestOf } from "../block-times";
import { compactUsd } from "../compact-usd";
import { coverageOf, type Credit, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import type { Composed } from "../sell";
import { nothingFound } from "../nothing-found";
import { meteoraEntry } from "./entry";
import type { PoolsInputs } from "./gather";
import { toRow } from "./row";
import { type Hint, hintOf, shownPools } from "./select";

export type PoolsAnswer = AnswerOf<typeof meteoraEntry>;
type Input = z.output<typeof meteoraEntry.input>;

export const POOLS_METHOD = "pools/1";
const CAVEAT =
  "apy is 365 × the last day's fees over TVL, before impermanent loss; providerApyPct is the provider's own figure, which compounds that one day 365 times.";

/** Docs: docs/method.md, "Pools". */
export function composePools(inputs: PoolsInputs, input: Input, now: Date): Composed<PoolsAnswer> {
  const { list, hint: hintReading, closes } = inputs;
  const hint = hintOf(hintReading);
  const shown = shownPools(list.value ?? [], hint, input);
  const rests = hint.kind === "matched" || hint.kind === "unread" ? hintReading : list;
  const stretches = shown.map(({ address }) => closes[address] ?? []);
  const asked = [list, ...(hintReading === null ? [] : [hintReading]), ...stretches.flat()];
  const used = [rests ?? list, ...stretches.flat()].filter(({ value }) => value !== null);
  const credits = {
    pools: [creditByStatus(rests ?? list)],
    volatility: shown.map((pool, i) => volatilityCredit(pool, stretches[i] ?? [])),
  };
  const rows = shown.map((pool, i) => toRow(pool, joined(stretches[i] ?? []), now));
  const answer: PoolsAnswer = {
    ...envelopeOf(
      meteoraEntry,
      {
        summary: summaryOf(rows),
        method: POOLS_METHOD,
        asked,
        used,
        coverage: coverageOf(meteoraEntry.coverage, credits),
        blocks: { pools: (rests ?? list).asOf, "pools[].volDailyPct": oldestOf(stretches.flat()) },
        notes: ["Data by Meteora.", CAVEAT],
      },
      now,
    ),
    hintMatched: matchedOf(hint),
    pools: rows,
  };
  const missing = [
    ...(shown.length === 0 ? ["pools"] : []),
    ...(stretches.flat().some(({ value }) => value === null) ? ["volatility"] : []),
  ];
  return { answer, missing, nothing: hint.kind === "unmatched" ? unmatched(input, list.value) : undefined };
}

/** So many names of pools are told that would match. */
const NAMED_POOLS = 5;

function unmatched({ poolHint = "" }: Input, list: readonly Pool[] | null): ApiError {
  const names = [...new Set((list ?? []).map(({ name }) => name).filter((name) => name !== ""))];
  const such = names.length === 0 ? "SOL-USDC" : names.slice(0, NAMED_POOLS).join(", ");
  return nothingFound(
    "poolHint",
    `No DLMM pool matches “${poolHint}”.`,
    `a pool's address, or the words of its pair, such as ${such}; without it the largest are shown`,
  );
}

const matchedOf = ({ kind }: Hint): boolean | null =>
  kind === "matched" ? true : kind === "unmatched" ? false : null;

/**
 * What a pool's volatility counts: nothing without one of its stretches, since it has none then, nor without any close of
 * a pool that was traded in the last day; half with a stale stretch.
 */
function volatilityCredit({ volumeDay }: Pool, stretches: readonly Reading<Close[]>[]): Credit {
  const credits = stretches.map(creditByStatus);
  if (credits.length === 0 || credits.includes(0)) return 0;
  if ((volumeDay ?? 0) > 0 && stretches.every(({ value }) => value?.length === 0)) return 0;
  return credits.includes(0.5) ? 0.5 : 1;
}

/** All closes of a pool; null when a stretch could not be read: a gap of days is not the pool's own. */
function joined(stretches: readonly Reading<Close[]>[]): Close[] | null {
  const values = stretches.map(({ value }) => value);
  if (values.length === 0 || values.includes(null)) return null;
  return values.flatMap((value) => value ?? []);
}

/** The first pool by its address: its name is a stranger's word. */
function summaryOf([first, ...others]: PoolsAnswer["pools"]): string {
  if (first === undefined) return "No pool.";
  const { address, tvlUsd, apy, ilRisk, score } = first;
  const size = tvlUsd === null ? "unknown" : compactUsd(tvlUsd);
  return `${1 + others.length} DLMM pools. First: ${address}, TVL ${size}, ${apy ?? "unknown"} % a year by the last day's fees, impermanent loss ${ilRisk ?? "unknown"}, score ${score ?? "none"}.`;
}
