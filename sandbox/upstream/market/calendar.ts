/** Civil dates, US Eastern time and US holidays, by rule, so that the market has a yesterday in any year. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A civil date, held as its midnight in UTC (ms). */
export type Day = number;

export const dayOf = (at: number): Day => Math.floor(at / DAY) * DAY;
/** `month` counts from 1; a date of 0 is the last of the month before. */
export const civil = (year: number, month: number, date: number): Day => Date.UTC(year, month - 1, date);
export const yearOf = (day: Day): number => new Date(day).getUTCFullYear();
export const monthOf = (day: Day): number => new Date(day).getUTCMonth() + 1;
export const dateOf = (day: Day): number => new Date(day).getUTCDate();
/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay();
export const isoDate = (day: Day): string => new Date(day).toISOString().slice(0, 10);
/** "2026-10". */
export const isoMonth = (day: Day): string => isoDate(day).slice(0, 7);

/** The nth (from 1) given weekday of a month. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const first = civil(year, month, 1);
  return first + (((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7) * DAY;
}

export function lastWeekday(year: number, month: number, weekday: number): Day {
  const last = civil(year, month + 1, 0);
  return last - ((weekdayOf(last) - weekday + 7) % 7) * DAY;
}

/** US Eastern's distance from UTC in ms: −4 h from March's second Sunday to November's first, else −5 h (since 2007). */
export function easternOffset(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const summer = nthWeekday(year, 3, 0, 2) + 7 * HOUR;
  const winter = nthWeekday(year, 11, 0, 1) + 6 * HOUR;
  return at >= summer && at < winter ? -4 * HOUR : -5 * HOUR;
}

/** The date on a clock in New York. */
export const easternDay = (at: number): Day => dayOf(at + easternOffset(at));

/** The moment when New York's clock shows `hours` (14.5 is 2:30 p.m.; negative: the day before) on a date. */
export function easternTime(day: Day, hours: number): number {
  const local = day + hours * HOUR;
  return local - easternOffset(local + 5 * HOUR);
}

export interface Holiday {
  day: Day;
  name: string;
  /** The Federal Reserve is closed. */
  federal: boolean;
  /** The stock exchanges are closed. The bond market closes on every one of these days. */
  exchanges: boolean;
}

/** A holiday on a Sunday is kept on Monday; on a Saturday, on Friday. */
const observed = (day: Day): Day =>
  weekdayOf(day) === 0 ? day + DAY : weekdayOf(day) === 6 ? day - DAY : day;

/** Gregorian Easter Sunday (the anonymous algorithm of Nature, 1876). */
function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return civil(year, Math.floor(f / 31), (f % 31) + 1);
}

const known = new Map<number, readonly Holiday[]>();

export function holidays(year: number): readonly Holiday[] {
  const seen = known.get(year);
  if (seen) return seen;
  const both = (day: Day, name: string): Holiday => ({ day, name, federal: true, exchanges: true });
  const newYear = civil(year, 1, 1);
  const list = [
    // a Saturday's New Year would be kept in the year before: no market does
    ...(weekdayOf(newYear) === 6 ? [] : [both(observed(newYear), "New Year's Day")]),
    both(nthWeekday(year, 1, 1, 3), "Birthday of Martin Luther King, Jr."),
    both(nthWeekday(year, 2, 1, 3), "Washington's Birthday"),
    { day: easter(year) - 2 * DAY, name: "Good Friday", federal: false, exchanges: true },
    both(lastWeekday(year, 5, 1), "Memorial Day"),
    both(observed(civil(year, 6, 19)), "Juneteenth National Independence Day"),
    both(observed(civil(year, 7, 4)), "Independence Day"),
    both(nthWeekday(year, 9, 1, 1), "Labor Day"),
    { day: nthWeekday(year, 10, 1, 2), name: "Columbus Day", federal: true, exchanges: false },
    { day: observed(civil(year, 11, 11)), name: "Veterans Day", federal: true, exchanges: false },
    both(nthWeekday(year, 11, 4, 4), "Thanksgiving Day"),
    both(observed(civil(year, 12, 25)), "Christmas Day"),
  ];
  known.set(year, list);
  return list;
}

export const isWeekday = (day: Day): boolean => weekdayOf(day) % 6 !== 0;
export const holidayOn = (day: Day): Holiday | undefined =>
  holidays(yearOf(day)).find((one) => one.day === day);
export const isExchangeDay = (day: Day): boolean => isWeekday(day) && !holidayOn(day)?.exchanges;
export const isBondDay = (day: Day): boolean => isWeekday(day) && !holidayOn(day);
