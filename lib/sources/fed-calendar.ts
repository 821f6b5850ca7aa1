import * as z from "zod";
import {
  byTime,
  calendar,
  type Calendar,
  CALENDAR_FRESH_MS,
  CALENDAR_STALE_MS,
  type CalendarEvent,
  KEPT_BEFORE_MS,
  KEPT_EVENTS,
} from "./calendar";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";
import { easternToUtc } from "./text/eastern-time";

/**
 * The Federal Reserve's own calendar (undocumented; half a megabyte, byte-order mark). Times are US Eastern, "" or
 * "TBD" when not announced; `days` is a day, a range or a list; the last element is empty; descriptions are HTML
 * escaped twice; statistical releases and holidays stand among the events.
 */
const row = z.object({
  title: z.string(),
  time: z.string().optional(),
  month: z.string(),
  days: z.string().optional(),
  type: z.string(),
});
const answerShape = z.object({ events: z.array(z.unknown()) });

/** The types that are about monetary policy or who makes it. */
const CENTRAL_BANK = new Set(["FOMC", "Speeches", "Testimony", "Beige"]);
const SPEECHES = new Set(["Speeches", "Testimony"]);

interface Day {
  year: number;
  month: number;
  day: number;
}

/** "28" → [28], "3, 10" → [3, 10], "27-28" → [28]: of a range the last day counts, when decisions come. */
export function daysOf(month: string, days: string): Day[] {
  const match = /^(\d{4})-(\d{2})$/.exec(month.trim());
  if (match === null) return [];
  const [year, monthNumber] = [Number(match[1]), Number(match[2])];
  return days.split(",").flatMap((part) => {
    const range = /^\s*(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?\s*$/.exec(part);
    if (range === null) return [];
    const first = Number(range[1]);
    const last = Number(range[2] ?? first);
    if (last >= first) return [{ year, month: monthNumber, day: last }];
    return monthNumber === 12 // "31-1" ends in the next month
      ? [{ year: year + 1, month: 1, day: last }]
      : [{ year, month: monthNumber + 1, day: last }];
  });
}

/** "2:00 p.m." → 14:00; null for anything else. */
export function hourOf(time: string): { hour: number; minute: number } | null {
  const match = /^\s*(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s*m\.?/i.exec(time);
  if (match === null) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  if (hour < 1 || hour > 12 || minute > 59) return null;
  return { hour: (hour % 12) + (match[3]?.toLowerCase() === "p" ? 12 : 0), minute };
}

/** UTC instant, or the bare date where no hour is announced; null for a date that does not exist. */
function timeOf(day: Day, time: string): string | null {
  const hour = hourOf(time);
  const at = easternToUtc({ ...day, ...(hour ?? { hour: 12, minute: 0 }) });
  if (at === null) return null;
  return hour === null ? at.toISOString().slice(0, 10) : at.toISOString();
}

export function reduceFedCalendar(answer: unknown, now: Date): Reduced<Calendar> {
  const filled = accept(answerShape, answer).events.filter(
    (event) => typeof event !== "object" || event === null || Object.keys(event).length > 0,
  );
  const from = new Date(now.getTime() - KEPT_BEFORE_MS).toISOString();
  let until = "";
  const events: CalendarEvent[] = [];
  for (const { title, time = "", month, days = "", type } of acceptRows(row, filled)) {
    const dates = daysOf(month, days);
    for (const day of type === "FOMC" ? dates.slice(-1) : dates) {
      const at = timeOf(day, time);
      if (at === null) continue;
      if (at > until) until = at;
      if (!CENTRAL_BANK.has(type) || at < from) continue;
      const impact = type === "FOMC" ? "high" : null;
      const speech = SPEECHES.has(type) ? ({ speech: true } as const) : {};
      events.push({
        ...speech,
        title: cleanText(title),
        currency: "USD",
        impact,
        at,
        forecast: null,
        previous: null,
      });
    }
  }
  if (until === "") throw new SourceError("suspect_empty", "no dated entry in the calendar");
  return { value: { events: events.sort(byTime).slice(0, KEPT_EVENTS), until }, asOf: null };
}

export const fedCalendar: Source<Calendar> = {
  id: "fed.calendar",
  version: 2,
  provider: "Federal Reserve",
  address: () => ({ host: "www.federalreserve.gov", path: "/json/calendar.json" }),
  answer: jsonAnswer(reduceFedCalendar),
  kept: calendar,
  freshMs: CALENDAR_FRESH_MS,
  staleMs: CALENDAR_STALE_MS,
  maxBytes: 4_000_000,
};
