import type { FrozenVerdict } from "@/lib/accuracy/record";
import type { AnswerOf } from "@/lib/catalog/define";
import { COMPONENT_WEIGHTS, type ComponentName, COMPONENTS } from "@/lib/catalog/intel/signals";
import type { Reading } from "@/lib/sources/source";
import { askedAsset, otherAssetNote } from "../asked-asset";
import { within } from "../block-times";
import { coverageOf } from "../coverage";
import { envelopeOf } from "../envelope";
import { SESSION_MAX_AGE } from "../max-age";
import { best } from "../part";
import { positioningReadingsOf } from "../positioning-venues";
import { weightsOf } from "../promised-weights";
import { round } from "../round";
import type { Composed } from "../sell";
import { tapeReadingsOf } from "../tape-venues";
import { perComponent } from "./components";
import { decide, type Decision } from "./decide";
import { verdictEntry } from "./entry";
import { type Evidence, evidenceOf } from "./evidence";
import { contradictedPrices, freeze, frozenPart, isVoid, type Sold } from "./frozen";
import type { VerdictInputs } from "./gather";
import { headlineOf, rationaleOf } from "./words";

export type VerdictAnswer = AnswerOf<typeof verdictEntry>;
type Supporting = VerdictAnswer["supporting"];

export const VERDICT_METHOD = "verdict/5";

/** A verdict, and the record that selling it leaves. */
export interface ComposedVerdict extends Composed<VerdictAnswer> {
  frozen: FrozenVerdict;
}

const NO_FORECAST = "An explainable snapshot, not a forecast: no edge over 24 hours has been shown.";
const ATTRIBUTION = "Fear and greed: Crypto Fear & Greed Index by alternative.me. Yields: DefiLlama.";

/** Docs: docs/method.md, "Verdict". */
export function composeVerdict(
  inputs: VerdictInputs,
  sold: Sold,
  now: Date,
  message?: string,
): ComposedVerdict {
  const other = askedAsset(message);
  const evidence = evidenceOf(inputs, now);
  const values = perComponent((name) => round(evidence.components[name].value, 4));
  const decision = decide({
    components: values,
    crowding: evidence.crowding,
    fundingZ: evidence.fundingZ,
    eventRisk: evidence.event?.risk ?? null,
    proven: inputs.proven,
  });
  const details = perComponent((name) => evidence.components[name].detail);

  const vix = best(inputs.vix, SESSION_MAX_AGE, now);
  const facts = factsOf(evidence, values, decision, vix?.value.price ?? null);
  const frozen = freeze(inputs, decision, facts, sold, VERDICT_METHOD, now);
  const credits = perComponent((name) => evidence.components[name].credits);
  // What the request switched off is not promised. Below C = 0.6 there is no verdict, and the share of all parts says so.
  const promised = COMPONENTS.filter(
    (name) => name !== "creators" || sold.includeInsider || decision.score === null,
  );
  const priceSource = frozenPart(frozen).priceSource;
  const used = [
    ...COMPONENTS.flatMap((name) => evidence.components[name].used),
    ...(evidence.event?.used ?? []),
    ...(vix === null ? [] : [vix.reading]),
    ...inputs.price.filter(({ provider }) => provider === priceSource),
  ];
  const answer: VerdictAnswer = {
    ...envelopeOf(
      verdictEntry,
      {
        summary: `${headlineOf(decision, other?.asset ?? null)} Confidence ${decision.confidence}; no edge over 24 hours has been shown.`,
        method: VERDICT_METHOD,
        asked: askedOf(inputs),
        used,
        coverage: coverageOf(weightsOf(verdictEntry.coverage, promised), credits),
        notApplicable: COMPONENTS.filter((name) => !promised.includes(name)),
        ...(evidence.marketAsOf !== null && { dataAsOf: evidence.marketAsOf }),
        blocks: within("supporting", { ...evidence.times, vix: vix?.asOf ?? null }),
        stale: Object.values(credits).flat().includes(0.5),
        notes: [
          ...(other === null ? [] : [otherAssetNote(other)]),
          NO_FORECAST,
          ATTRIBUTION,
          ...contradictedPrices(inputs.price, facts.tape),
          ...notesOf(inputs, sold, frozen),
        ],
      },
      now,
    ),
    verdict: {
      asset: "BTC",
      signal: decision.signal,
      confidence: decision.confidence,
      headline: headlineOf(decision, other?.asset ?? null),
      rationale: rationaleOf(decision, values, details, evidence),
    },
    insider: evidence.insider,
    supporting: { ...facts, frozen: frozenPart(frozen) },
  };
  const missing = COMPONENTS.filter(
    (name) => values[name] === null && (name !== "creators" || sold.includeInsider),
  );
  return { answer, missing, frozen };
}

/** What the verdict was decided on, as the buyer gets it and as it is hashed. */
function factsOf(
  evidence: Evidence,
  values: Readonly<Record<ComponentName, number | null>>,
  { score, why, agreement, known, risk }: Decision,
  vix: number | null,
): Omit<Supporting, "frozen"> {
  const { event, crowding, fundingZ, tape, positioning, creators, fearGreed, yields } = evidence;
  return {
    score: score ?? 0, // without one the coverage is under 0.6, and nothing is sold
    why,
    components: COMPONENTS.map((name) => ({ name, value: values[name], weight: COMPONENT_WEIGHTS[name] })),
    agreement,
    known,
    risk,
    crowding,
    fundingZ,
    event:
      event === null
        ? null
        : { risk: event.risk, title: event.next?.title ?? null, at: event.next?.at ?? null },
    vix,
    tape,
    positioning,
    creators,
    fearGreed,
    yields,
  };
}

/** Every reading that was made, each once. */
function askedOf(inputs: VerdictInputs): Reading<unknown>[] {
  const { tape, positioning, fearGreed, pools, curve, vix, price, calendars, closes } = inputs;
  const all = [
    ...tapeReadingsOf(tape),
    ...positioningReadingsOf(positioning),
    fearGreed,
    pools,
    ...curve,
    ...vix,
    ...price,
    ...calendars,
    ...closes.flat(),
  ];
  return [...new Map(all.map((reading) => [reading.id, reading] as const)).values()];
}

function notesOf({ creators }: VerdictInputs, { includeInsider }: Sold, frozen: FrozenVerdict): string[] {
  return [
    ...(includeInsider && creators === null
      ? ["Creators' views could not be read: their weight is shared among the other components."]
      : []),
    ...(isVoid(frozen)
      ? [
          "The price of this moment or its past is not known, so this verdict will be void in the accuracy record.",
        ]
      : []),
  ];
}
