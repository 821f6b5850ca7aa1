import { nyseSessions } from "../curated/nyse-sessions";
import { easternDate, easternToUtc } from "./text/eastern-time";

const { closed, halfDays, until } = nyseSessions.items;
const DAY_MS = 86_400_000;

/** An instant of a day, YYYY-MM-DD, by its US Eastern time; null when the day does not exist. */
function at(date: string, hour: number, minute: number): Date | null {
  const [year = NaN, month = NaN, day = NaN] = date.split("-").map(Number);
  return easternToUtc({ year, month, day, hour, minute });
}

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(date).getUTCDay());
/** Whether New York's stock exchange opens on a day, YYYY-MM-DD. */
const isSession = (date: string): boolean => isWeekday(date) && !closed.includes(date);
/** The hour, US Eastern, at which a session closes. */
export const closingHour = (date: string): number => (halfDays.includes(date) ? 13 : 16);

/** How closes are published: by quotes that go on moving, or by a list of daily closes. */
export type Pace = "live" | "daily";
/** Quotes are up to so late. */
const QUOTE_LAG_MS = 20 * 60_000;
/** The hour of the next weekday by which a list of daily closes has the newest. */
const LISTED_HOUR = 10;

function publishedAt(date: string, close: Date, pace: Pace): number {
  if (pace === "live") return close.getTime() + QUOTE_LAG_MS;
  let next = shifted(date, 1);
  while (!isWeekday(next)) next = shifted(next, 1);
  return at(next, LISTED_HOUR, 0)?.getTime() ?? Infinity;
}

/** Days that are looked back over: more than any two sessions lie behind. */
const LOOK_BACK = 12;

/** The sessions of a day and the days before or after it, nearest first, as far as the list of holidays reaches. */
const sessionsFrom = (today: string, direction: 1 | -1): string[] =>
  Array.from({ length: LOOK_BACK }, (_, i) => shifted(today, i * direction)).filter(
    (date) => isSession(date) && date <= until,
  );

/** The closes of the sessions that are published by now, newest first; null where the list of holidays has ended. */
function closesBy(now: Date, pace: Pace): Date[] | null {
  const today = easternDate(now);
  if (today > until) return null;
  return sessionsFrom(today, -1).flatMap((date) => {
    const close = at(date, closingHour(date), 0);
    return close !== null && publishedAt(date, close, pace) <= now.getTime() ? [close] : [];
  });
}

/** Whether quotes must be moving by now. */
function isOpen(now: Date): boolean {
  const today = easternDate(now);
  const [open, close] = [at(today, 9, 30), at(today, closingHour(today), 0)];
  return (
    isSession(today) &&
    open !== null &&
    close !== null &&
    now.getTime() >= open.getTime() + QUOTE_LAG_MS &&
    now < close
  );
}

/** The last trade may be so much before the close. */
const LAST_TRADE_MS = 15 * 60_000;

/** Where New York's stock exchange stands in its calendar. Times are ISO 8601. */
export interface Session {
  /** `pre`: opens later today. `closed`: after the close, and at weekends. */
  state: "pre" | "open" | "closed" | "holiday";
  /** Whether today's session closes at 13:00 Eastern. */
  halfDay: boolean;
  lastClose: string;
  nextOpen: string;
}

/** The session of an instant; null where the list of holidays does not reach. */
export function sessionAt(now: Date): Session | null {
  const today = easternDate(now);
  const [open, close] = [at(today, 9, 30), at(today, closingHour(today), 0)];
  const lastClose = sessionsFrom(today, -1)
    .map((date) => at(date, closingHour(date), 0))
    .find((one) => one !== null && one <= now);
  const nextOpen = sessionsFrom(today, 1)
    .map((date) => at(date, 9, 30))
    .find((one) => one !== null && one > now);
  if (!lastClose || !nextOpen || open === null || close === null) return null;
  const started = now < open ? "pre" : now < close ? "open" : "closed";
  return {
    state: isSession(today) ? started : isWeekday(today) ? "holiday" : "closed",
    halfDay: halfDays.includes(today),
    lastClose: lastClose.toISOString(),
    nextOpen: nextOpen.toISOString(),
  };
}

/** Sessions that were published by now and are newer than data of `asOf`; null where the list of holidays has ended. */
export function missedSessions(asOf: string, now: Date, pace: Pace): number | null {
  const until = Date.parse(asOf) + LAST_TRADE_MS;
  return closesBy(now, pace)?.filter((close) => close.getTime() > until).length ?? null;
}

/**
 * How old an index may be by the sessions that have closed since: none missed counts whole, one half, two not at all; while the
 * exchange is open a quote that does not move counts half. Null where the list of holidays has ended.
 */
export function sessionAge(now: Date, pace: Pace): { freshMs: number; staleMs: number } | null {
  const [newest, before] = closesBy(now, pace) ?? [];
  if (newest === undefined || before === undefined) return null;
  const since = (close: Date): number => now.getTime() - close.getTime() + LAST_TRADE_MS;
  const freshMs = pace === "live" && isOpen(now) ? QUOTE_LAG_MS : since(newest);
  return { freshMs, staleMs: since(before) };
}
