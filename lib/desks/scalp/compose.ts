import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import { TAPE_VENUES } from "@/lib/catalog/intel/tape";
import type { Coin } from "@/lib/sources/derivatives";
import type { Reading } from "@/lib/sources/source";
import { oldestOf } from "../block-times";
import { type Credit, coverageOf, creditOf } from "../coverage";
import { envelopeOf } from "../envelope";
import type { Lean } from "../lean";
import { POSITIONING_MAX_AGE } from "../positioning";
import { isRunning } from "../positioning-figures";
import { round } from "../round";
import type { Composed } from "../sell";
import { bestTape, type TapeInputs, tapeReadingsOf } from "../tape-venues";
import { scalpEntry } from "./entry";
import { symbolsOf } from "./gather";

export type ScalpAnswer = AnswerOf<typeof scalpEntry>;
type SymbolTape = ScalpAnswer["scalp"][number];
type Input = z.output<typeof scalpEntry.input>;

export const SCALP_METHOD = "scalp/3";

const CAVEAT = "A description of the tape, not advice: it has shown no power to forecast.";

interface Found {
  tape: SymbolTape;
  credits: { bars: readonly Credit[]; taker: readonly Credit[]; funding: readonly Credit[] };
  used: readonly Reading<unknown>[];
  /** Of `used`; null where it is not in the tape. */
  funding: Reading<unknown> | null;
}

/** Docs: docs/method.md, "Scalp". */
export function composeScalp(
  inputs: TapeInputs,
  input: Pick<Input, "symbols">,
  now: Date,
): Composed<ScalpAnswer> {
  const found = symbolsOf(input)
    .map((symbol) => composeSymbol(symbol, inputs, now))
    .filter((one) => one !== null);
  const credits = {
    bars: found.flatMap((one) => one.credits.bars),
    taker: found.flatMap((one) => one.credits.taker),
    funding: found.flatMap((one) => one.credits.funding),
  };
  const closes = found
    .flatMap(({ tape }) => tape.tape.map(({ barCloseMs }) => barCloseMs))
    .filter((time) => time !== null);
  const answer: ScalpAnswer = {
    ...envelopeOf(
      scalpEntry,
      {
        summary:
          found
            .map(
              ({ tape: { symbol, bias, venue, tape } }) =>
                `${symbol} ${bias ?? "unknown"} (${tape.map(({ tf, score }) => `${tf} ${score ?? "unscored"}`).join(", ")}; ${venue ?? "no venue"})`,
            )
            .join("; ") + ".",
        method: SCALP_METHOD,
        asked: tapeReadingsOf(inputs),
        used: found.flatMap(({ used }) => used),
        coverage: coverageOf(scalpEntry.coverage, credits),
        ...(closes.length > 0 && { dataAsOf: new Date(Math.min(...closes)).toISOString() }),
        blocks: { "scalp[].fundingPct": oldestOf(found.map(({ funding }) => funding)) },
        stale: Object.values(credits).flat().includes(0.5),
        notes: [
          CAVEAT,
          ...found.flatMap(({ tape: { symbol, venue } }) =>
            venue === null || venue === TAPE_VENUES[0]
              ? []
              : [`${symbol} is from ${venue}: ${TAPE_VENUES[0]} gave too little.`],
          ),
        ],
      },
      now,
    ),
    scalp: found.map(({ tape }) => tape),
  };
  const missing = found.flatMap(({ tape: { symbol, tape }, credits: of }) => [
    ...tape.filter(({ barCloseMs }) => barCloseMs === null).map(({ tf }) => `scalp.${symbol}.${tf}`),
    ...(of.taker.every((credit) => credit === 0) ? [`scalp.${symbol}.taker`] : []),
    ...(of.funding.every((credit) => credit === 0) ? [`scalp.${symbol}.funding`] : []),
  ]);
  return { answer, missing };
}

function composeSymbol(symbol: Coin, inputs: TapeInputs, now: Date): Found | null {
  const best = bestTape(inputs[symbol] ?? [], now);
  if (best === null) return null;
  const { taped, venue, funding } = best;
  const runs = funding.value !== null && isRunning(funding.value, now);
  const counts = runs ? creditOf(funding, POSITIONING_MAX_AGE.funding, now) : 0;
  const rate = counts === 0 ? null : funding.value;
  const used = [...taped.flatMap((one) => one.used), ...(rate === null ? [] : [funding])];
  return {
    tape: {
      symbol,
      venue: used.length === 0 ? null : venue,
      bias: agreed(taped.map(({ record }) => record.lean)),
      fundingPct: round(rate === null ? null : rate.rate * 100, 6),
      nextFundingMs: rate?.nextMs ?? null,
      tape: taped.map(({ record }) => record),
    },
    credits: {
      bars: taped.map((one) => one.credits.bars),
      taker: taped.map((one) => one.credits.taker),
      funding: [counts],
    },
    used,
    funding: rate === null ? null : funding,
  };
}

/** The direction that all timeframes share; neutral when they differ; null unless each has one. */
function agreed(leans: readonly (Lean | null)[]): Lean | null {
  const [first] = leans;
  if (first === undefined || leans.includes(null)) return null;
  return leans.every((lean) => lean === first) ? first : "neutral";
}
