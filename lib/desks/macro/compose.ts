import type { AnswerOf } from "@/lib/catalog/define";
import type { Tenor } from "@/lib/catalog/intel/tenors";
import type { FearGreed } from "@/lib/sources/fear-greed";
import { byTime } from "@/lib/sources/calendar";
import type { Reading } from "@/lib/sources/source";
import type { YieldCurve } from "@/lib/sources/treasury";
import { newestOf, oldestOf } from "../block-times";
import { coverageOf } from "../coverage";
import { envelopeOf, newest } from "../envelope";
import { best, type Part } from "../part";
import { round } from "../round";
import type { Composed } from "../sell";
import { macroEntry } from "./entry";
import { composeEvents } from "./events";
import type { MacroInputs } from "./gather";
import { composeHeadlines } from "./headlines";
import { composeMarks } from "./marks";
import { MAX_AGE } from "./max-age";

export type MacroAnswer = AnswerOf<typeof macroEntry>;

export const MACRO_METHOD = "macro/4";

/** Docs: docs/method.md, "Macro". Parts that no source could give, or only out of date, are null. */
export function composeMacro(inputs: MacroInputs, now: Date): Composed<MacroAnswer> {
  const marks = composeMarks(inputs, now);
  const sentiment = composeSentiment(inputs.fearGreed, now);
  const yields = composeYields(inputs.yields, now);
  const events = composeEvents(inputs, now);
  const headlines = composeHeadlines(inputs.feeds, now);
  const parts = { marks, sentiment, yields, events, headlines };

  const asked = [
    ...Object.values(inputs.marks).flat(),
    ...Object.values(inputs.dayOpen),
    inputs.fearGreed,
    ...inputs.yields,
    inputs.fedCalendar,
    inputs.weekCalendar,
    inputs.figures,
    ...inputs.feeds,
  ];
  const used = Object.values(parts).flatMap((part) => part.used);
  const credits = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.credits]));
  const answer: MacroAnswer = {
    ...envelopeOf(
      macroEntry,
      {
        summary: summaryOf(
          marks.value,
          sentiment.value,
          events.value?.ahead ?? null,
          disbelievedMarks(inputs),
          now,
        ),
        method: MACRO_METHOD,
        asked,
        used,
        coverage: coverageOf(macroEntry.coverage, credits),
        dataAsOf: newest(timesOf(marks.value), new Date(newest(timesOf(used), now))),
        blocks: {
          "macro.yields": oldestOf(yields.used),
          "macro.curve2s10sBps": oldestOf(yields.used),
          "macro.events": oldestOf(events.used.filter((one) => one !== inputs.figures)),
          "macro.released": oldestOf(events.used),
          "macro.headlines": newestOf(headlines.used),
        },
        stale: Object.values(credits).flat().includes(0.5),
        notes: [
          ...(sentiment.value === null ? [] : ["Sentiment: Crypto Fear & Greed Index by alternative.me."]),
          ...Object.values(parts).flatMap((part) => part.notes),
        ],
      },
      now,
    ),
    marks: marks.value,
    sentiment: sentiment.value,
    macro: {
      yields: yields.value,
      curve2s10sBps: spreadBps(yields.value, "y2", "y10"),
      events: events.value?.ahead ?? null,
      released: events.value?.released ?? null,
      headlines: headlines.value,
    },
  };
  const missing = [
    ...marks.value.filter(({ price }) => price === null).map(({ symbol }) => `marks.${symbol}`),
    ...(sentiment.value === null ? ["sentiment"] : []),
    ...(yields.value === null ? ["macro.yields"] : []),
    ...(events.value === null ? ["macro.events"] : []),
    ...(headlines.value === null ? ["macro.headlines"] : []),
  ];
  return { answer, missing };
}

const timesOf = (things: readonly { asOf: string | null }[]): (string | null)[] =>
  things.map(({ asOf }) => asOf);

const nothing = { value: null, credits: [0], used: [], notes: [] } as const;

function composeSentiment(reading: Reading<FearGreed>, now: Date): Part<MacroAnswer["sentiment"]> {
  const found = best([reading], MAX_AGE.sentiment, now);
  if (found === null) return nothing;
  return { value: { ...found.value, asOf: found.asOf }, credits: [found.credit], used: [reading], notes: [] };
}

type Yields = NonNullable<MacroAnswer["macro"]["yields"]>;

function composeYields(asked: readonly Reading<YieldCurve>[], now: Date): Part<Yields | null> {
  const found = best(asked, MAX_AGE.yields, now);
  if (found === null) return nothing;
  const { reading, value, credit } = found;
  return { value: { date: value.date, ...value.rates }, credits: [credit], used: [reading], notes: [] };
}

/** The long yield minus the short one, in basis points; null when either is unknown. */
function spreadBps(yields: Yields | null, short: Tenor, long: Tenor): number | null {
  const [from, to] = [yields?.[short] ?? null, yields?.[long] ?? null];
  return from === null || to === null ? null : round((to - from) * 100, 1);
}

/** The marks of which a source gave a price that is not believed. */
const disbelievedMarks = ({ marks }: MacroInputs): ReadonlySet<string> =>
  new Set(
    Object.entries(marks).flatMap(([symbol, asked]) =>
      asked.some(({ status }) => status === "implausible") ? [symbol] : [],
    ),
  );

const HOUR_MS = 3_600_000;
const DAY = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });

/** The UTC day of a time, as `25 Nov`, where it is another than today's; one of the last hour needs no date. */
function dayOf(asOf: string, now: Date): string[] {
  const isToday = asOf.slice(0, 10) === now.toISOString().slice(0, 10);
  return isToday || now.getTime() - Date.parse(asOf) < HOUR_MS ? [] : [DAY.format(new Date(asOf))];
}

/** ` (+0.21 %, 25 Nov)`; nothing of nothing. */
const inBrackets = (words: readonly string[]): string => (words.length === 0 ? "" : ` (${words.join(", ")})`);

function markWords({ symbol, price, changePct, asOf }: MacroAnswer["marks"][number], now: Date): string {
  const change = changePct === null ? [] : [`${changePct > 0 ? "+" : ""}${changePct} %`];
  return `${symbol} ${price}${inBrackets([...change, ...(asOf === null ? [] : dayOf(asOf, now))])}`;
}

/** Marks with their changes, sentiment, and the next event that matters; what is of another day has its date. */
function summaryOf(
  marks: MacroAnswer["marks"],
  sentiment: MacroAnswer["sentiment"],
  events: MacroAnswer["macro"]["events"],
  disbelieved: ReadonlySet<string>,
  now: Date,
): string {
  const priced = marks.map((mark) =>
    mark.price === null
      ? `${mark.symbol} unknown${disbelieved.has(mark.symbol) ? " (implausible)" : ""}`
      : markWords(mark, now),
  );
  const mood =
    sentiment === null
      ? "fear and greed unknown"
      : `fear and greed ${sentiment.value}${inBrackets(dayOf(sentiment.asOf, now))}`;
  const [next = null] = (events ?? []).filter(({ impact }) => impact === "high").toSorted(byTime);
  return `${priced.join(", ")}; ${mood}${next === null ? "" : `; next of high impact: ${next.currency} at ${next.at}`}.`;
}
