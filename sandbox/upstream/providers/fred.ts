import { type Answer, text } from "../http/answer";
import {
  civil,
  type Day,
  DAY,
  easternDay,
  easternTime,
  isBondDay,
  isExchangeDay,
  isoDate,
  isWeekday,
  weekdayOf,
  yearOf,
} from "../market/calendar";
import { yieldPct } from "../market/curve";
import { MONTHLY, monthlyRows } from "../market/monthly-figures";
import { priceAt } from "../market/prices";
import type { World } from "../world";
import type { Provider } from "./provider";

interface Series {
  /** Value on a day of trading; undefined where the source was closed. */
  value(world: World, day: Day): string | undefined;
  /** First day that is not out yet. */
  until(now: number): Day;
  /** Years of history that are given; the licence of some series allows ten. */
  years: number;
}

/** A weekday's value comes out on the next weekday, at an hour on New York's clock. */
const nextDay =
  (hour: number): Series["until"] =>
  (now) => {
    let newest = easternDay(now);
    if (now < easternTime(newest, hour) || !isWeekday(newest)) newest = weekdayBefore(newest);
    return newest;
  };
const weekdayBefore = (day: Day): Day => (isWeekday(day - DAY) ? day - DAY : weekdayBefore(day - DAY));

/** The Board's indexes come out on Mondays, with the week before. */
const onMondays = (now: number): Day => {
  const today = easternDay(now);
  const monday = today - ((weekdayOf(today) + 6) % 7) * DAY;
  return now < easternTime(monday, EVENING) ? monday - 7 * DAY : monday;
};

const MORNING = 9.5;
const EVENING = 16.25;

const close =
  (symbol: "^GSPC" | "^VIX", digits: number): Series["value"] =>
  ({ random }, day) =>
    isExchangeDay(day) ? priceAt(random, symbol, easternTime(day, 16)).toFixed(digits) : undefined;
const rate =
  (years: number): Series["value"] =>
  ({ random }, day) =>
    isBondDay(day) ? yieldPct(random, years, day).toFixed(2) : undefined;

const SERIES: Readonly<Record<string, Series>> = {
  VIXCLS: { value: close("^VIX", 2), until: nextDay(MORNING), years: 20 },
  SP500: { value: close("^GSPC", 2), until: nextDay(MORNING), years: 10 },
  DGS10: { value: rate(10), until: nextDay(EVENING), years: 20 },
  DGS3MO: { value: rate(0.25), until: nextDay(EVENING), years: 20 },
  DTWEXBGS: {
    value: ({ random }, day) =>
      isBondDay(day) ? priceAt(random, "DTWEXBGS", easternTime(day, 16)).toFixed(4) : undefined,
    until: onMondays,
    years: 20,
  },
};

const dayFrom = (text: string | null): Day | undefined => {
  const day = Date.parse(`${text ?? ""}T00:00:00Z`);
  return Number.isNaN(day) ? undefined : day;
};

/**
 * The graph page's download: a row a weekday, oldest first, up to the last day that is out. A day without a value is
 * blank, and in some rows a point.
 */
export const fred: Provider = {
  hosts: ["fred.stlouisfed.org"],
  answer({ path, search }, world) {
    if (path !== "/graph/fredgraph.csv") return undefined;
    const ids = (search.get("id") ?? "").split(",");
    if (ids.every((id) => Object.hasOwn(MONTHLY, id))) {
      const rows = monthlyRows(world.random, ids, dayFrom(search.get("cosd")) ?? 0, world.now());
      return csv(ids, rows);
    }
    const asked = ids.map((id) => SERIES[id]);
    const series = asked.filter((one) => one !== undefined);
    if (series.length < asked.length)
      return text("text/html; charset=utf-8", "<html><body><h1>404 Not Found</h1></body></html>", 404);
    const now = world.now();
    const until = Math.max(...series.map((one) => one.until(now)));
    const first = Math.min(...series.map(({ years }) => civil(yearOf(easternDay(now)) - years, 1, 1)));
    const from = dayFrom(search.get("cosd")) ?? first;
    const to = Math.min(until - DAY, dayFrom(search.get("coed")) ?? until);

    const rows: [string, string[]][] = [];
    for (let day = Math.max(first, from); day <= to; day += DAY) {
      if (!isWeekday(day)) continue;
      const missing = world.random.unit("missing as a point", day / DAY) < 0.5 ? "." : "";
      const cells = series.map(
        (one) => (day < one.until(now) ? one.value(world, day) : undefined) ?? missing,
      );
      rows.push([isoDate(day), cells]);
    }
    return csv(ids, rows);
  },
};

function csv(
  ids: readonly string[],
  rows: readonly (readonly [date: string, cells: readonly string[]])[],
): Answer {
  const lines = [
    `observation_date,${ids.join(",")}`,
    ...rows.map(([date, cells]) => `${date},${cells.join(",")}`),
  ];
  const answer = text("application/csv", `${lines.join("\n")}\n`);
  const disposition = `attachment; filename="${ids.length === 1 ? ids[0] : "fredgraph"}.csv"`;
  return { ...answer, headers: { ...answer.headers, "content-disposition": disposition } };
}
