import { byTime } from "@/lib/sources/calendar";
import type { DeskReads } from "../desks/read-desks";
import type { Question } from "../question/understand";
import { clock, percent, signed } from "./format";
import { answerOf, type AnswerFrom, type Section } from "./section";

export function sentimentSection(reads: DeskReads): Section | null {
  const macro = answerOf(reads, "macro");
  if (macro === null) return null;
  const { sentiment } = macro;
  if (sentiment === null)
    return { title: "Sentiment", lead: "The fear and greed index could not be read.", points: [] };
  const { value, classification, previous, asOf } = sentiment;
  const moved =
    previous === null
      ? ""
      : previous === value
        ? `, unchanged from the day before`
        : `, ${signed(value - previous, 0)} from ${previous} the day before`;
  return {
    title: "Sentiment",
    lead: `Fear and greed stands at ${value} of 100 (${classification})${moved}.`,
    points: [
      `Crypto Fear & Greed Index by alternative.me, value of ${asOf.slice(0, 10)}. 0 is extreme fear, 100 extreme greed; it says how people feel, not where prices go.`,
    ],
    figures: [{ label: "Fear and greed", value, shown: String(value) }],
  };
}

type Yields = NonNullable<AnswerFrom<"macro">["macro"]["yields"]>;
const TENORS: readonly (readonly [keyof Omit<Yields, "date">, string, RegExp])[] = [
  ["m3", "3-month", /\b(?:3|three)[- ]?months?\b|\b3m\b|\bbills?\b|\brisk[- ]free\b/i],
  ["y1", "1-year", /\b(?:1|one)[- ]?y(?:ear|r)?\b/i],
  ["y2", "2-year", /\b(?:2|two)[- ]?y(?:ear|r)?s?\b/i],
  ["y5", "5-year", /\b(?:5|five)[- ]?y(?:ear|r)?s?\b/i],
  ["y10", "10-year", /\b(?:10|ten)[- ]?y(?:ear|r)?s?\b/i],
  ["y20", "20-year", /\b(?:20|twenty)[- ]?y(?:ear|r)?s?\b/i],
  ["y30", "30-year", /\b(?:30|thirty)[- ]?y(?:ear|r)?s?\b/i],
];

/** The two ends of the curve are asked for for what lies between them. */
const isCurve = (asked: readonly (typeof TENORS)[number][]): boolean =>
  asked.length === 2 && asked.every(([tenor]) => tenor === "y2" || tenor === "y10");

export function ratesSection(reads: DeskReads, { words: text }: Question): Section | null {
  const macro = answerOf(reads, "macro")?.macro;
  if (macro === undefined) return null;
  const { yields, curve2s10sBps } = macro;
  if (yields === null)
    return { title: "Treasury yields", lead: "The Treasury curve could not be read.", points: [] };
  const rate = ([tenor, name]: (typeof TENORS)[number]): string => `${name} ${percent(yields[tenor])}`;
  const asked = TENORS.filter(([, , pattern]) => pattern.test(text));
  const curve =
    curve2s10sBps === null
      ? "The 2s10s spread is unknown."
      : `The curve (10-year minus 2-year) is ${signed(curve2s10sBps, 1)} bps, ${curve2s10sBps < 0 ? "inverted" : "not inverted"}.`;
  const all = `US Treasury par yields of ${yields.date}: ${TENORS.map(rate).join(", ")}.`;
  return {
    title: "Treasury yields",
    lead:
      asked.length === 0 || /\b(?:curve|2s10s|inver)/i.test(text) || isCurve(asked)
        ? curve
        : `US Treasury par yields of ${yields.date}: ${asked.map(rate).join(", ")}.`,
    points: [all, ...(asked.length === 0 ? [] : [curve])],
    figures: TENORS.flatMap(([tenor, label]) => {
      const value = yields[tenor];
      return value === null ? [] : [{ label, value, shown: percent(value) }];
    }),
    gaps: ["The policy rate itself is not read; the curve is the Treasury's, once a trading day."],
  };
}

const EVENT_WORDS: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:fomc|fed|powell|federal reserve)\b/i, /\b(?:fomc|fed|federal|powell|minutes)\b/i],
  [/\b(?:cpi|inflation)\b/i, /\b(?:cpi|inflation|consumer price|ppi|pce)\b/i],
  [/\b(?:payrolls?|nfp|jobs)\b/i, /\b(?:payroll|employment|jobless|unemployment)\b/i],
  [/\becb\b/i, /\b(?:ecb|main refinancing|eur)\b/i],
  [/\bboj\b/i, /\b(?:boj|jpy)\b/i],
];
const SHOWN_EVENTS = 5;

type Event = NonNullable<AnswerFrom<"macro">["macro"]["events"]>[number];
const eventLine = ({ title, currency, impact, at, forecast, previous }: Event, now: Date): string =>
  `${clock(at, now)}: ${title} (${currency}, ${impact ?? "unrated"} impact${forecast === null ? "" : `, forecast ${forecast}`}${previous === null ? "" : `, previous ${previous}`}).`;

type Released = NonNullable<AnswerFrom<"macro">["macro"]["released"]>[number];
const releasedLine = ({ title, at, forecast, previous, actual }: Released, now: Date): string =>
  `Out since ${clock(at, now)}: ${title} ${actual ?? "(its figure is not read yet)"}` +
  `${forecast === null ? "" : `, forecast ${forecast}`}${previous === null ? "" : `, previous ${previous}`}.`;

export function calendarSection(reads: DeskReads, { words: text }: Question, now: Date): Section | null {
  const macro = answerOf(reads, "macro")?.macro;
  if (macro === undefined) return null;
  const { events, released } = macro;
  if (events === null) return { title: "Calendar", lead: "No calendar could be read.", points: [] };
  const wanted = EVENT_WORDS.filter(([asked]) => asked.test(text)).map(([, names]) => names);
  const isNamed = ({ title, currency }: Pick<Event, "title" | "currency">): boolean =>
    wanted.some((names) => names.test(`${title} ${currency}`));
  const matching = wanted.length === 0 ? events : events.filter(isNamed);
  const out = (released ?? []).filter(isNamed).map((one) => releasedLine(one, now));
  const high = matching.filter(({ impact }) => impact === "high");
  // The desk has what moves markets first, whatever comes before it; of what is named, that is what is meant.
  const first = high.length > 0 ? high : matching;
  const [next] = wanted.length === 0 ? first.toSorted(byTime) : first;
  const shown = (matching.length > 0 ? matching : events).slice(0, SHOWN_EVENTS).toSorted(byTime);
  return {
    title: "Calendar",
    lead:
      next === undefined
        ? (out[0] ?? `Of what you name, none is among the ${events.length} events that the calendars show.`)
        : `Next${wanted.length === 0 && high.length > 0 ? " of high impact" : ""}: ${eventLine(next, now)}`,
    points: [
      ...out.slice(next === undefined ? 1 : 0),
      ...shown.filter((event) => event !== next).map((event) => eventLine(event, now)),
    ],
    gaps: [
      "Calendars give forecasts and last results: what a central bank will decide, or a figure will be, is not known here.",
    ],
  };
}
