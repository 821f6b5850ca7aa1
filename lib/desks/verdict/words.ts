import { type ComponentName, COMPONENTS, type Signal } from "@/lib/catalog/intel/signals";
import type { EventRisk } from "../event-risk";
import { round } from "../round";
import type { Decision } from "./decide";

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

const MEANS: Readonly<Record<Signal, string>> = {
  snipe: "BTC, snipe: strong, agreed, and not crowded",
  follow: "BTC, follow: more speaks for it than against it",
  watch: "BTC, watch: no rule for more is met",
  avoid: "BTC, avoid: more speaks against it than for it",
  rebalance: "BTC, rebalance: the futures market is one-sided",
};

/** The verdict in a line; `other` is the asset that the caller asked about instead. */
export const headlineOf = ({ signal, score, agreement, risk }: Decision, other: string | null): string =>
  `${MEANS[signal]} (S ${signed(score ?? 0)}, agreement ${percent(agreement ?? 0)}, risk ${risk.toFixed(2)}).` +
  (other === null ? "" : ` It says nothing of ${other}.`);

const NAMES: Readonly<Record<ComponentName, string>> = {
  tape: "Tape",
  positioning: "Positioning",
  creators: "Creators",
  fearGreed: "Fear and greed",
  yields: "Stable yields",
};

/** What is said of one component beside its value. */
export type Details = Readonly<Record<ComponentName, string>>;

/** Said where the calendar that has them could not be read, or is last week's. */
export const INFLATION_UNKNOWN =
  "US consumer prices ahead are unknown: no calendar of this week could be read.";

/** Why: a line a component, then risk, then what holds the confidence down. */
export function rationaleOf(
  decision: Decision,
  values: Readonly<Record<ComponentName, number | null>>,
  details: Details,
  {
    event,
    crowding,
    fundingZ,
  }: { event: EventRisk | null; crowding: number | null; fundingZ: number | null },
): string[] {
  const lines = COMPONENTS.map((name) => {
    const value = values[name];
    return value === null
      ? `${NAMES[name]}: unknown (${details[name]}).`
      : `${NAMES[name]} ${signed(value)}: ${details[name]}.`;
  });
  const funding = fundingZ === null ? "unknown" : `${signed(fundingZ)} sigma`;
  const crowd = crowding === null ? "unknown" : crowding.toFixed(2);
  lines.push(`Crowding ${crowd}, funding ${funding}.`);
  if (event === null) lines.push("Events ahead are unknown: no calendar could be read.");
  else {
    if (event.next !== null) lines.push(`Event risk ${event.risk}: ${event.next.title} at ${event.next.at}.`);
    if (!event.inflationKnown) lines.push(INFLATION_UNKNOWN);
  }
  if (decision.capped)
    lines.push(
      `Confidence would be high, but the record of ${decision.signal} shows no skill yet: capped at medium.`,
    );
  return lines;
}

/** A number in words; `unknown` for none. */
export const figure = (value: number | null, digits: number, unit = ""): string =>
  value === null ? "unknown" : `${round(value, digits)}${unit}`;
