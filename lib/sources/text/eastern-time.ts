/** US Eastern wall time in parts. `month` is 1 to 12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const eastern = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
});

function wallTime(instant: Date): WallTime {
  const parts = new Map(eastern.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
  };
}

/** The hour alone: all parts of a date take three times as long, and one calendar asks for thousands. */
const easternHour = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  hour: "numeric",
});

const HOUR_MS = 3_600_000;
const utc = ({ year, month, day, hour, minute }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute);

/**
 * The instant of a US Eastern wall time, daylight saving included. Of the hour that comes twice in autumn, the
 * first; the hour that spring skips is read as standard time, one hour later on the clock. Null for a date that
 * does not exist, such as 31 November.
 */
export function easternToUtc(wall: WallTime): Date | null {
  const asUtc = utc(wall);
  const back = new Date(asUtc);
  if (back.getUTCDate() !== wall.day || back.getUTCMonth() !== wall.month - 1) return null;
  const daylight = new Date(asUtc + 4 * HOUR_MS);
  return Number(easternHour.format(daylight)) === back.getUTCHours()
    ? daylight
    : new Date(asUtc + 5 * HOUR_MS);
}

const pad = (part: number): string => String(part).padStart(2, "0");

/** The US Eastern calendar day of an instant, as YYYY-MM-DD. */
export function easternDate(instant: Date): string {
  const { year, month, day } = wallTime(instant);
  return `${year}-${pad(month)}-${pad(day)}`;
}

/**
 * The time of a value that its provider dates by trading day only (YYYY-MM-DD): that day's close, `hour`:`minute`
 * Eastern. Before that hour on the day itself the value is taken to be as of now: it can't be from the future.
 * Null when the date does not exist.
 */
export function tradingDayClose(date: string, hour: number, minute: number, now: Date): Date | null {
  const [year, month, day] = date.split("-").map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const close = easternToUtc({ year, month, day, hour, minute });
  if (close === null || Number.isNaN(close.getTime())) return null;
  return close > now && date === easternDate(now) ? now : close;
}
