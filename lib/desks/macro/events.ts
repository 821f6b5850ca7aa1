import type { AnswerOf } from "@/lib/catalog/define";
import { byTime, type CalendarEvent } from "@/lib/sources/calendar";
import type { FredMonths } from "@/lib/sources/fred-releases";
import { easternDate } from "@/lib/sources/text/eastern-time";
import { calendarCredit } from "../calendar-credit";
import type { Part } from "../part";
import type { macroEntry } from "./entry";
import type { MacroInputs } from "./gather";
import { actualOf } from "./released";

const SHOWN = 20;
const SHOWN_RELEASED = 8;
const RELEASED_MS = 7 * 86_400_000;
/** How far ahead what moves markets comes first: the Fed announces a year's meetings, which would fill the list. */
const FIRST_WITHIN_MS = 31 * 86_400_000;

/** Rate decisions, of any central bank, with the words that come with them. */
const DECISION =
  /^FOMC (?:Meeting(?! Minutes)|Statement|Press Conference|Economic Projections)|\b(?:Federal Funds|Official (?:Bank|Cash)|Main Refinancing|Cash|Overnight|Policy|Deposit Facility) Rate\b/i;

type Macro = AnswerOf<typeof macroEntry>["macro"];
type Event = NonNullable<Macro["events"]>[number];
type Released = NonNullable<Macro["released"]>[number];

/** What is ahead, and which of the figures that move markets came out in the last 7 days. */
export interface Events {
  ahead: Event[];
  released: Released[];
}

/**
 * Both calendars. Each is half of the part: the Fed's own reaches furthest, the week's has the other central banks, the
 * releases, forecasts and ratings. A live calendar counts even when nothing is ahead in it.
 */
export function composeEvents(
  { fedCalendar, weekCalendar, figures }: MacroInputs,
  now: Date,
): Part<Events | null> {
  const calendars = [fedCalendar, weekCalendar].map((reading) => ({
    reading,
    credit: calendarCredit(reading, now),
  }));
  const used = calendars.filter(({ credit }) => credit > 0).map(({ reading }) => reading);
  const notes = calendars.flatMap(({ reading, credit }) =>
    credit === 0 && reading.value !== null
      ? [`${reading.id} is out of date: its last entry is ${reading.value.until}.`]
      : [],
  );
  const [first, ...others] = used.map(({ value }) => value?.events ?? []);
  const events = first === undefined ? null : others.reduce(merge, first);
  const released = releasedOf(events ?? [], figures.value, now);
  const hasActual = released.some(({ actual }) => actual !== null);
  return {
    value: events === null ? null : { ahead: aheadOf(events, now), released },
    credits: calendars.map(({ credit }) => credit),
    used: [...used, ...(hasActual ? [figures] : [])],
    notes,
  };
}

function aheadOf(events: readonly CalendarEvent[], now: Date): Event[] {
  const instant = now.toISOString();
  const today = easternDate(now);
  const ahead = events.filter(({ at }) => (at.length === 10 ? at >= today : at >= instant)).toSorted(byTime);
  const [speeches, silent] = [ahead.filter(({ speech }) => speech), ahead.filter(({ speech }) => !speech)];
  const until = new Date(now.getTime() + FIRST_WITHIN_MS).toISOString();
  const isFirst = ({ title, release, at }: CalendarEvent): boolean =>
    at < until && (release === true || DECISION.test(title));
  const folded = inOneRow(speeches);
  const shown = SHOWN - folded.length;
  const first = silent.filter(isFirst).slice(0, shown).map(shownOf);
  const rest = silent.filter((one) => !isFirst(one)).slice(0, shown - first.length);
  return [...first, ...[...rest.map(shownOf), ...folded].toSorted(byTime)];
}

const shownOf = ({ title, currency, impact, at, forecast, previous }: CalendarEvent): Event => ({
  ...{ title, currency, impact, at, forecast, previous },
});

const IMPACTS = ["high", "medium", "low"] as const;

/** Speeches as a single row, dated by the next; one alone stays as it is. */
function inOneRow(speeches: readonly CalendarEvent[]): Event[] {
  const [next, ...others] = speeches;
  if (next === undefined) return [];
  if (others.length === 0) return [shownOf(next)];
  const until = speeches.at(-1)?.at.slice(0, 10) ?? "";
  return [
    {
      title: `${speeches.length} speeches of central bankers, the last on ${until}; next: ${next.title}`,
      currency: others.every(({ currency }) => currency === next.currency) ? next.currency : "All",
      impact: IMPACTS.find((one) => speeches.some(({ impact }) => impact === one)) ?? null,
      ...{ at: next.at, forecast: null, previous: null },
    },
  ];
}

function releasedOf(events: readonly CalendarEvent[], figures: FredMonths | null, now: Date): Released[] {
  const instant = now.toISOString();
  const from = new Date(now.getTime() - RELEASED_MS).toISOString();
  return events
    .filter(({ release, at }) => release === true && at < instant && at >= from)
    .toSorted((a, b) => byTime(b, a))
    .slice(0, SHOWN_RELEASED)
    .map((one) => ({ ...shownOf(one), actual: actualOf(one.title, one.at, figures) }));
}

/** Both lists as one; an event that stands in both keeps its fuller title and whatever only one of them knows. */
function merge(official: CalendarEvent[], rated: CalendarEvent[]): CalendarEvent[] {
  const left = [...rated];
  const merged = official.map((event) => {
    const i = left.findIndex((other) => isSame(event, other));
    const [twin] = i < 0 ? [] : left.splice(i, 1);
    if (twin === undefined) return event;
    return {
      ...event,
      impact: twin.impact ?? event.impact,
      forecast: twin.forecast,
      previous: twin.previous,
    };
  });
  return [...merged, ...left];
}

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replace("meeting minutes", "minutes")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Same time and currency, and the same title or the same speaker ("FOMC Member Waller Speaks"). */
function isSame(official: CalendarEvent, rated: CalendarEvent): boolean {
  if (official.at !== rated.at || official.currency !== rated.currency) return false;
  const speaker = /(\S+) (?:speaks|testifies)$/.exec(plain(rated.title))?.[1];
  const title = plain(official.title);
  return title === plain(rated.title) || (speaker !== undefined && title.split(" ").includes(speaker));
}
