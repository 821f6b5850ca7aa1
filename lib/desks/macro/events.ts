import { byTime, type CalendarEvent } from "@/lib/sources/calendar";
import { easternDate } from "@/lib/sources/text/eastern-time";
import { calendarCredit } from "../calendar-credit";
import type { Part } from "../part";
import type { MacroInputs } from "./gather";

const SHOWN = 20;

/**
 * What is ahead in both calendars. Each calendar is half of the part: the Fed's own reaches furthest, the week's
 * has the other central banks, forecasts and ratings. A live calendar counts even when nothing is ahead in it.
 */
export function composeEvents(
  { fedCalendar, weekCalendar }: MacroInputs,
  now: Date,
): Part<CalendarEvent[] | null> {
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
  const instant = now.toISOString();
  const today = easternDate(now);
  const ahead = ({ at }: CalendarEvent): boolean => (at.length === 10 ? at >= today : at >= instant);
  return {
    value: events?.filter(ahead).sort(byTime).slice(0, SHOWN) ?? null,
    credits: calendars.map(({ credit }) => credit),
    used,
    notes,
  };
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
