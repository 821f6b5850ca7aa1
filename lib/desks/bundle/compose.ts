import type * as z from "zod";
import { freezing } from "@/lib/accuracy/freeze";
import type { Envelope } from "@/lib/catalog/intel/answers/envelope";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { timesApart, within } from "../block-times";
import type { DeskEntry, Desk } from "../desk";
import { macroDesk } from "../macro/handler";
import { poolsDesk } from "../meteora/handler";
import { oneLine } from "../envelope";
import { round } from "../round";
import type { Composed } from "../sell";
import { composeVerdict, gatherVerdict, type VerdictInputs, type VerdictTools } from "../verdict/handler";
import type { bundleOutput, BundlePart } from "./answer";
import { BUNDLE_WEIGHTS, type bundleInput } from "./vocabulary";

type InputsOf<D> = D extends Desk<infer _E extends DeskEntry, infer Inputs> ? Inputs : never;

/** What the three desks have read. */
export interface BundleInputs {
  macro: InputsOf<typeof macroDesk>;
  pools: InputsOf<typeof poolsDesk>;
  verdict: VerdictInputs;
}

export type BundleInput = z.output<typeof bundleInput>;
/** The fields that every bundle has, without its kind. */
export type Bundled = Omit<Envelope<string>, "kind"> & z.input<z.ZodObject<typeof bundleOutput>>;

const POOLS = poolsDesk.entry.input.parse({ limit: 5 });

/** The three desks at once; what two of them read is read once. */
export async function gatherBundle(
  tools: VerdictTools,
  read: ReadSources,
  context: ReadContext,
  input: BundleInput,
): Promise<BundleInputs> {
  const [macro, pools, verdict] = await Promise.all([
    macroDesk.gather(read, context, {}),
    poolsDesk.gather(read, context, POOLS),
    gatherVerdict(tools, read, context, input),
  ]);
  return { macro, pools, verdict };
}

/**
 * The desks' answers as one. A part that its own desk would not sell is null with its reason and counts nothing; without
 * the verdict less than 0.6 is left, so that a bundle is never sold without it. `route` and `method` are the bundle's.
 */
export function composeBundle(
  inputs: BundleInputs,
  input: BundleInput,
  { route, method }: { route: string; method: string },
  now: Date,
): Composed<Bundled> {
  const macro = macroDesk.compose(inputs.macro, {}, now);
  const pools = poolsDesk.compose(inputs.pools, POOLS, now);
  const { includeInsider, message } = input;
  const verdict = composeVerdict(inputs.verdict, { route, includeInsider }, now, message);
  const parts: readonly { part: BundlePart; made: Composed<Sellable> }[] = [
    { part: "macro", made: macro },
    { part: "pools", made: pools },
    { part: "verdict", made: verdict },
  ];
  const whole = parts.filter(({ made }) => isWhole(made));
  const times = whole.map(({ made }) => made.answer.dataAsOf).sort();
  const { kind: _macroKind, marks, sentiment, macro: rates } = macro.answer;
  const dataAsOf = times[0] ?? now.toISOString();
  const asOf = timesApart(
    {
      ...(isWhole(macro) && { macro: macro.answer.dataAsOf, ...within("macro", macro.answer.asOf ?? {}) }),
      ...(isWhole(pools) && { pools: pools.answer.dataAsOf, ...pools.answer.asOf }),
      verdict: verdict.answer.dataAsOf,
      supporting: verdict.answer.dataAsOf,
      ...verdict.answer.asOf,
    },
    dataAsOf,
  );
  const notApplicable = whole.flatMap(({ part, made }) =>
    (made.answer.notApplicable ?? []).map((name) => `${part}.${name}`),
  );
  const answer: Bundled = {
    summary: oneLine(
      [verdict, ...whole.filter(({ part }) => part !== "verdict").map(({ made }) => made)]
        .map((made) => made.answer.summary)
        .join(" "),
    ),
    ok: true,
    dataAsOf,
    ...(Object.keys(asOf).length > 0 && { asOf }),
    sources: [...new Set(whole.flatMap(({ made }) => made.answer.sources))],
    provenance: [
      ...new Map(
        parts.flatMap(({ made }) => made.answer.provenance.map((row) => [row.id, row] as const)),
      ).values(),
    ],
    coverage: round(
      whole.reduce((sum, { part, made }) => sum + BUNDLE_WEIGHTS[part] * made.answer.coverage, 0),
      4,
    ),
    ...(notApplicable.length > 0 && { notApplicable }),
    stale: whole.some(({ made }) => made.answer.stale),
    method,
    notes: [...new Set(parts.flatMap(({ made }) => made.answer.notes))],
    parts: parts.map(({ part, made }) => ({
      part,
      method: made.answer.method,
      coverage: made.answer.coverage,
      dataAsOf: isWhole(made) ? made.answer.dataAsOf : null,
      reason: reasonOf(made),
    })),
    macro: isWhole(macro) ? { marks, sentiment, macro: rates } : null,
    pools: isWhole(pools) ? pools.answer.pools : null,
    verdict: verdict.answer.verdict,
    insider: verdict.answer.insider,
    supporting: verdict.answer.supporting,
  };
  const missing = parts.flatMap(({ part, made }) =>
    isWhole(made) ? [] : [part, ...made.missing.map((name) => `${part}: ${name}`)],
  );
  return { answer, missing, effects: isWhole(verdict) ? freezing(verdict.frozen) : [] };
}

type Sellable = Omit<Envelope<string>, "kind">;

const isWhole = ({ answer }: Composed<Sellable>): boolean => answer.coverage >= MIN_COVERAGE;

function reasonOf(made: Composed<Sellable>): string | null {
  if (isWhole(made)) return null;
  const lacking = made.missing.length > 0 ? `; missing: ${made.missing.join(", ")}` : "";
  return `too thin: coverage ${made.answer.coverage}, needed ${MIN_COVERAGE}${lacking}`;
}
