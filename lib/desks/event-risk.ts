import type { Calendar, CalendarEvent } from "@/lib/sources/calendar";
import type { Reading } from "@/lib/sources/source";
import { easternToUtc } from "@/lib/sources/text/eastern-time";
import { calendarCredit } from "./calendar-credit";

/** A scheduled event that moves markets as a whole. */
export interface MarketEvent {
  title: string;
  /** UTC instant. */
  at: string;
}

export interface EventRisk {
  /** 0.8 within 2 hours of the next event, 0.5 within 24, else 0. */
  risk: number;
  /** The next within 24 hours. */
  next: MarketEvent | null;
  /** Whether a calendar of this week says when US consumer prices are published. */
  inflationKnown: boolean;
  /** Calendars that this rests on. */
  used: readonly Reading<Calendar>[];
}

const HOUR_MS = 3_600_000;
/** From the last entry of a week to the next week's calendar, a holiday on the Friday included. */
const BETWEEN_WEEKS_MS = 72 * HOUR_MS;
/** What the Committee decides, not its minutes nor its members' speeches. */
const DECISION =
  /^FOMC (?:Meeting(?! Minutes)|Statement|Press Conference|Economic Projections)|^Federal Funds Rate/i;

/** The Committee's decision is out at 2 p.m. in New York, also where the calendar says no hour. */
function instantOf(at: string): string | null {
  if (at.length > 10) return at;
  const [year = 0, month = 0, day = 0] = at.split("-").map(Number);
  return easternToUtc({ year, month, day, hour: 14, minute: 0 })?.toISOString() ?? null;
}

const isDecision = ({ title, currency }: CalendarEvent): boolean =>
  currency === "USD" && DECISION.test(title);

/** The Fed's decisions and US consumer prices ahead, by the calendars; null when none of them could be read. */
export function eventRisk(calendars: readonly Reading<Calendar>[], now: Date): EventRisk | null {
  const used = calendars.filter((reading) => calendarCredit(reading, now) > 0);
  if (used.length === 0) return null;
  const events = used.flatMap(({ value }): MarketEvent[] => [
    ...(value?.events ?? []).filter(isDecision).flatMap(({ title, at }) => {
      const instant = instantOf(at);
      return instant === null ? [] : [{ title, at: instant }];
    }),
    ...(value?.inflation ?? []).map((at) => ({ title: "US consumer prices (CPI)", at })),
  ]);
  const hoursTo = ({ at }: MarketEvent): number => (Date.parse(at) - now.getTime()) / HOUR_MS;
  const [next = null] = events
    .filter((event) => hoursTo(event) >= 0 && hoursTo(event) <= 24)
    .sort((a, b) => a.at.localeCompare(b.at));
  const ended = new Date(now.getTime() - BETWEEN_WEEKS_MS).toISOString();
  const inflationKnown = used.some(({ value }) => value?.inflation !== undefined && value.until >= ended);
  return { risk: next === null ? 0 : hoursTo(next) <= 2 ? 0.8 : 0.5, next, inflationKnown, used };
}
