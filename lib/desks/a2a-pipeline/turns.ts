import type { AnswerOf } from "@/lib/catalog/define";
import type { ComponentName, Signal } from "@/lib/catalog/intel/signals";
import { round } from "../round";
import { verdictStep } from "../verdict-step";
import { vwapDay, vwapOf } from "../vwap";
import type { a2aPipelineEntry } from "./entry";

type Answer = AnswerOf<typeof a2aPipelineEntry>;
export type Turn = Answer["a2a"]["turns"][number];
type Supporting = Answer["supporting"];

/** Where S turns a verdict into another, by the rules of docs/method.md, "Verdict"; from high to low. */
const STEPS: readonly { signal: Signal; from: number }[] = [
  { signal: "snipe", from: 0.35 },
  { signal: "follow", from: 0.2 },
  { signal: "watch", from: -0.25 },
  { signal: "avoid", from: -Infinity },
];
/** The components that move within hours, the heaviest first: a turn comes from them. */
const LEVERS = ["tape", "positioning"] as const satisfies readonly ComponentName[];

/** What would turn the verdict into its neighbours, and what one component alone would have to reach for that. */
export function turnsOf(signal: Signal, supporting: Supporting): Turn[] {
  const { score, risk, agreement, crowding, fundingZ, event } = supporting;
  if (signal === "rebalance")
    return [
      {
        // Of the risk only the event's is left then.
        to: verdictStep(round(score, 4), agreement ?? 0, event?.risk ?? 0),
        score: null,
        lever: null,
        when:
          `Crowding falls under 0.7 (now ${shown(crowding)}) or tape and positioning agree, and funding comes within ` +
          `2.5 sigma (now ${shown(fundingZ)}); S ${signed(score)} decides then.`,
      },
    ];
  const at = STEPS.findIndex((step) => step.signal === signal);
  const [above, here, below] = [STEPS[at - 1], STEPS[at], STEPS[at + 1]];
  const snipes = ` with agreement of 0.6 (now ${shown(agreement)}) and risk under 0.7 (now ${shown(risk)})`;
  return [
    // Of the bounds only the lowest belongs to the step under it: at −0.25 itself the verdict is avoid.
    ...(above === undefined
      ? []
      : [
          signal === "avoid"
            ? turn(above.signal, above.from, "above", above.from + NEXT, supporting, "")
            : turn(
                above.signal,
                above.from,
                "at or above",
                above.from,
                supporting,
                signal === "follow" ? snipes : "",
              ),
        ]),
    ...(below === undefined || here === undefined
      ? []
      : [
          below.signal === "avoid"
            ? turn(below.signal, here.from, "at or under", here.from, supporting, "")
            : turn(below.signal, here.from, "under", here.from - NEXT, supporting, ""),
        ]),
  ];
}

/** S is compared by four decimals. */
const NEXT = 0.0001;

/** `bound` is what the rule names, `reach` the S that fulfils it; `also` is what else it takes. */
function turn(
  to: Signal,
  bound: number,
  side: string,
  reach: number,
  supporting: Supporting,
  also: string,
): Turn {
  const isThere = also !== "" && round(supporting.score, 4) >= reach;
  const lever = isThere ? null : leverOf(reach, supporting);
  return {
    to,
    score: bound,
    lever,
    when:
      `S ${side} ${signed(bound)} (now ${signed(supporting.score)})${also}: ` +
      (isThere
        ? "S is there already, the rest is not."
        : lever === null
          ? "neither tape nor positioning alone can do that."
          : `${lever.component} at ${signed(lever.needed)} (now ${signed(lever.now)}), the rest unchanged${levelOf(lever, supporting)}.`),
  };
}

/** From here on tape and positioning at odds are a rebalance, whatever S is. */
const CROWDED = 0.7;

/**
 * The first lever that could reach the target alone. Its value would have to be v + (target − S) × Σ known weights ÷ its weight,
 * which must lie within ±1; and while the market is crowded, not on the other side than the other lever: that would be a
 * rebalance.
 */
function leverOf(target: number, { score, known, components, crowding }: Supporting): Turn["lever"] {
  const crowded = round(crowding ?? 0, 6) >= CROWDED;
  for (const component of LEVERS) {
    const found = components.find(({ name }) => name === component);
    const other = components.find(({ name }) => name !== component && LEVERS.some((one) => one === name));
    if (found === undefined || found.value === null) continue;
    const hundredths = 100 * (found.value + ((target - score) * known) / found.weight);
    // Rounded to the far side, so that what is named suffices.
    const needed = (target > score ? Math.ceil(hundredths - 1e-6) : Math.floor(hundredths + 1e-6)) / 100;
    const atOdds = typeof other?.value === "number" && Math.sign(needed) !== Math.sign(other.value);
    if (Math.abs(needed) <= 1 && !(crowded && atOdds))
      return { component, now: round(found.value, 2), needed };
  }
  return null;
}

/** For the tape, the price that it is measured by: the VWAP of its day, in US dollars. */
function levelOf({ component }: NonNullable<Turn["lever"]>, { tape }: Supporting): string {
  if (component !== "tape" || tape === null || tape.vwapDistBps === null) return "";
  const vwap = vwapOf(tape.close, tape.vwapDistBps);
  return `; BTC closed at $${round(tape.close, 0)}, the VWAP of ${vwapDay(tape.barCloseMs)} (UTC) is $${round(vwap, 0)}`;
}

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const shown = (value: number | null): string => (value === null ? "unknown" : value.toFixed(2));
