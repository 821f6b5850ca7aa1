import type { AnswerOf } from "@/lib/catalog/define";
import type { ApiError } from "@/lib/http/api-error";
import { KEPT_OF_PROJECT, KEPT_POOLS, type YieldPool, type YieldPools } from "@/lib/sources/llama-yields";
import type { Pool } from "@/lib/sources/meteora/pool";
import { billOf } from "../bill";
import { oldestOf } from "../block-times";
import { nothingFound } from "../nothing-found";
import { coverageOf, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import type { Score } from "../score";
import type { Composed } from "../sell";
import { type YIELD_CHAINS, yieldsEntry } from "./entry";
import type { YieldsInputs } from "./gather";
import type { YieldsInput } from "./input";
import { llamaRow, meteoraRow, type YieldRow } from "./row";
import { scoreYield } from "./score";

export type YieldsAnswer = AnswerOf<typeof yieldsEntry>;

export const YIELDS_METHOD = "yields/3";

const LLAMA_NOTE = "Data by DefiLlama.";
const METEORA_NOTE =
  "DLMM pools by Meteora, because DefiLlama lists none: apy is 365 × the last day's fees over TVL, before impermanent " +
  "loss, without a history and so without a score. svc-intel-meteora says what they risk.";

/** What the filters leave of the pools, what is shown of it, and what is to be said of it. */
interface Found {
  matched: number;
  rows: YieldRow[];
  notes: readonly string[];
}

/** Docs: docs/method.md, "Yields". */
export function composeYields(inputs: YieldsInputs, input: YieldsInput, now: Date): Composed<YieldsAnswer> {
  const { curve, pools } = inputs;
  const bill = billOf(curve, now);
  const found: Found =
    inputs.from === "meteora"
      ? meteoraFound(inputs.pools.value ?? [], input)
      : llamaFound(inputs.pools.value, input, bill.value?.ratePct ?? null);
  const used = [...(pools.value === null ? [] : [pools]), ...bill.used];
  const answer: YieldsAnswer = {
    ...envelopeOf(
      yieldsEntry,
      {
        summary: summaryOf(found, bill.value),
        method: YIELDS_METHOD,
        asked: [pools, ...curve],
        used,
        coverage: coverageOf(yieldsEntry.coverage, { pools: [creditByStatus(pools)], bill: bill.credits }),
        blocks: { tbill3m: oldestOf(bill.used), yields: pools.asOf },
        stale: bill.credits.includes(0.5),
        notes: [
          ...found.notes,
          ...(bill.value === null ? ["Without the three-month bill no pool has a score."] : []),
        ],
      },
      now,
    ),
    tbill3m: bill.value,
    matched: pools.value === null ? null : found.matched,
    yields: found.rows,
  };
  const missing = [...(pools.value === null ? ["yields"] : []), ...(bill.value === null ? ["tbill3m"] : [])];
  const isEmpty = pools.value !== null && found.rows.length === 0;
  return { answer, missing, nothing: isEmpty ? nothingOf(inputs, input) : undefined };
}

/** So many projects are named that would match. */
const NAMED_PROJECTS = 8;

/** Why the filters leave nothing, and the largest projects that a request could name instead. */
function nothingOf(inputs: YieldsInputs, { chain, project }: YieldsInput): ApiError {
  if (inputs.from === "meteora")
    return nothingFound(
      chain === undefined ? "project" : "chain",
      chain === undefined || chain === "solana"
        ? "None of Meteora's pools paid fees in the last day."
        : `DLMM pools are on Solana: none is on ${chain}.`,
      "`chain` solana or none, or another `project`",
    );
  const here = (inputs.pools.value?.largest ?? []).filter(
    (pool) => chain === undefined || pool.chain === CHAIN_NAMES[chain],
  );
  const projects = [...new Set(here.map((pool) => pool.project))].slice(0, NAMED_PROJECTS);
  return nothingFound(
    project === undefined ? "chain" : "project",
    `None of the pools that pass the gate ${project === undefined ? "" : `is of a project like “${project}” `}${
      chain === undefined ? "" : `is on ${chain}`
    }`.trimEnd() + ".",
    projects.length === 0 ? "another `chain`, or none" : `a \`project\` such as ${projects.join(", ")}`,
  );
}

const CHAIN_NAMES = {
  solana: "Solana",
  ethereum: "Ethereum",
  base: "Base",
  arbitrum: "Arbitrum",
} as const satisfies Record<(typeof YIELD_CHAINS)[number], string>;

/** A protocol's name as DefiLlama writes it: `Aave V3` is `aave-v3`. */
const slug = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_]+/g, "-");

function llamaFound(
  pools: YieldPools | null,
  { chain, project, limit }: YieldsInput,
  billPct: number | null,
): Found {
  if (pools === null) return { matched: 0, rows: [], notes: [LLAMA_NOTE] };
  const { largest, passed, listed } = pools;
  const wanted = project === undefined ? "" : slug(project);
  const matches = (pool: YieldPool): boolean =>
    (chain === undefined || pool.chain === CHAIN_NAMES[chain]) && pool.project.toLowerCase().includes(wanted);
  const selected = new Set(largest.filter(matches).slice(0, KEPT_POOLS));
  const matching = ranked(pools, billPct).filter(({ pool }) => selected.has(pool));
  const cut =
    passed > largest.length
      ? ` Looked at are the ${KEPT_POOLS} largest, and the ${KEPT_OF_PROJECT} largest of each project on each chain.`
      : "";
  return {
    matched: matching.length,
    rows: matching.slice(0, limit).map(({ pool, scored }) => llamaRow(pool, scored, billPct)),
    notes: [
      LLAMA_NOTE,
      `${passed} of ${listed} pools have $1M, 30 days of history and an APY of at most 200 %, and are no outliers.${cut}`,
    ],
  };
}

interface Ranked {
  pool: YieldPool;
  scored: Score;
}

/** What was ranked last, by its pools: they change every few minutes, and are asked for at every call. */
const lastRanked = new WeakMap<YieldPools, { billPct: number | null; best: readonly Ranked[] }>();

/** All pools, the best score first, then those without one, the largest first. */
function ranked(pools: YieldPools, billPct: number | null): readonly Ranked[] {
  const last = lastRanked.get(pools);
  if (last !== undefined && last.billPct === billPct) return last.best;
  const best = pools.largest
    .map((pool) => ({ pool, scored: scoreYield(pool, billPct) }))
    .sort((a, b) => (b.scored.score ?? -1) - (a.scored.score ?? -1) || larger(a.pool, b.pool));
  lastRanked.set(pools, { billPct, best });
  return best;
}

/** The id makes it one order. */
const larger = (a: { tvl: number; id: string }, b: { tvl: number; id: string }): number =>
  b.tvl - a.tvl || a.id.localeCompare(b.id);

/** More of the TVL traded in a day is no market's turnover, and makes the rate meaningless. */
const MAX_TURNOVER = 20;

/** The largest of Meteora's pools that paid fees in the last day; the pools come largest first. */
function meteoraFound(pools: readonly Pool[], { chain, limit }: YieldsInput): Found {
  if (chain !== undefined && chain !== "solana") return { matched: 0, rows: [], notes: [METEORA_NOTE] };
  const rows = pools.flatMap((pool) => {
    const { tvl, feesDay, volumeDay } = pool;
    if (tvl === null || !feesDay || (volumeDay ?? 0) / tvl > MAX_TURNOVER) return [];
    return [meteoraRow({ ...pool, tvl, feesDay })];
  });
  return { matched: rows.length, rows: rows.slice(0, limit), notes: [METEORA_NOTE] };
}

/** Meteora's pools have no history, and so neither a lasting rate nor a score. */
const lastingOf = ({ sustainableApyPct, score }: YieldRow): string =>
  sustainableApyPct === null
    ? "what lasts of it unknown, unscored"
    : `${sustainableApyPct} % sustainable, score ${score ?? "none"}`;

/** The first pool by its project, chain and id: its symbol is a stranger's word. */
function summaryOf({ matched, rows: [first] }: Found, bill: YieldsAnswer["tbill3m"]): string {
  const best =
    first === undefined
      ? ""
      : ` First: ${first.project} on ${first.chain} (${first.poolId}), ${first.apy} % now, ${lastingOf(first)}.`;
  return `${matched} pools match; 3-month bill ${bill === null ? "unknown" : `${bill.ratePct} %`}.${best}`;
}
