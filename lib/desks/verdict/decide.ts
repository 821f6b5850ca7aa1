import {
  COMPONENT_WEIGHTS,
  COMPONENTS,
  type ComponentName,
  type Confidence,
  type Signal,
} from "@/lib/catalog/intel/signals";
import { round } from "../round";
import { type Score, scoreOf } from "../score";
import { verdictStep } from "../verdict-step";

/** What a verdict is decided on; null is unknown. */
export interface Evidence {
  /** Each −1 (bearish) to 1 (bullish). */
  components: Readonly<Record<ComponentName, number | null>>;
  /** 0 to 1: how one-sided the futures market is. */
  crowding: number | null;
  /** Standard deviations of the present funding from its own 30 days. */
  fundingZ: number | null;
  /** 0 to 1: what a scheduled event ahead adds to the risk; null when no calendar could be read. */
  eventRisk: number | null;
  /** Signals whose record lifts the cap on confidence. */
  proven: ReadonlySet<Signal>;
}

export interface Decision {
  signal: Signal;
  confidence: Confidence;
  /** The confidence was high but for a record that does not carry it yet. */
  capped: boolean;
  /** S, −1 to 1, with its parts; null when less than 0.6 of the weights are known. */
  score: number | null;
  why: Score["why"];
  /** A, 0 to 1: how far the components point the same way; null when they are all zero or unknown. */
  agreement: number | null;
  /** C, 0 to 1: the weights of the known components. */
  known: number;
  /** R, 0 to 1: the larger of event and crowding. */
  risk: number;
}

/** Reaching a bound counts as passing it, whatever the last bit of a float says. */
const to6 = (value: number): number => round(value, 6);

/**
 * The verdict's rules, in their order; docs/method.md, "Verdict". S and A are compared by four decimals, C and R by six,
 * which is what the answer shows, so that whoever has the answer can decide again. Below C = 0.6 there is no score, and no verdict to sell.
 */
export function decide(evidence: Evidence): Decision {
  const { components, crowding, eventRisk, proven } = evidence;
  const { score, why } = scoreOf(
    COMPONENTS.map((name) => ({ factor: name, value: components[name], weight: COMPONENT_WEIGHTS[name] })),
    1,
    6,
  );
  const known = to6(
    COMPONENTS.reduce((sum, name) => sum + (components[name] === null ? 0 : COMPONENT_WEIGHTS[name]), 0),
  );
  const agreement = agreementOf(components);
  const risk = to6(Math.max(eventRisk ?? 0, crowding ?? 0));
  const s = round(score ?? 0, 4); // rounded parts add up to within a few millionths
  const signal = signalOf(evidence, s, agreement ?? 0, risk);
  const full = confidenceOf(s, agreement ?? 0, known, risk);
  const capped = full === "high" && !proven.has(signal);
  return {
    signal,
    confidence: capped ? "medium" : full,
    capped,
    score,
    why,
    agreement,
    known,
    risk,
  };
}

/** |Σws| ÷ Σw|s| over the known components. */
function agreementOf(components: Evidence["components"]): number | null {
  let sum = 0;
  let size = 0;
  for (const name of COMPONENTS) {
    const weighted = COMPONENT_WEIGHTS[name] * (components[name] ?? 0);
    sum += weighted;
    size += Math.abs(weighted);
  }
  return size === 0 ? null : round(Math.abs(sum) / size, 4);
}

function signalOf(
  { components: { tape, positioning }, crowding, fundingZ }: Evidence,
  s: number,
  a: number,
  r: number,
): Signal {
  const atOdds = tape !== null && positioning !== null && Math.sign(tape) !== Math.sign(positioning);
  if (Math.abs(to6(fundingZ ?? 0)) >= 2.5 || (to6(crowding ?? 0) >= 0.7 && atOdds)) return "rebalance";
  return verdictStep(s, a, r);
}

function confidenceOf(s: number, a: number, c: number, r: number): Confidence {
  if (c >= 0.85 && a >= 0.7 && Math.abs(s) >= 0.45 && r < 0.5) return "high";
  return c >= 0.7 && a >= 0.5 ? "medium" : "low";
}
