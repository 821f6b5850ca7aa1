import { type Day, easternTime, nthWeekday } from "./calendar";
import type { Randomness } from "./random";

/** Hour in New York at which statistics come out. */
const HOUR_OUT = 8.5;

/** A statistic of the United States that comes out once a month, for the month before. */
interface Monthly {
  /** The day in the following month on which it comes out. */
  out(year: number, month: number): Day;
  /** Its value in the `index`th month since 2019. */
  value(random: Randomness, index: number): string;
}

const onDay =
  (date: number) =>
  (year: number, month: number): Day =>
    Date.UTC(year, month - 1, date);
const firstFriday = (year: number, month: number): Day => nthWeekday(year, month, 5, 1);

/** An index that grows by some tenths of a percent a month. */
const index = (name: string, level: number, monthly: number): Monthly["value"] => {
  return (random, at) => {
    let value = level;
    for (let i = 0; i <= at; i++) value *= 1 + monthly * (0.4 + random.unit(`${name} growth`, i) * 1.2);
    return value.toFixed(3);
  };
};

export const MONTHLY: Readonly<Record<string, Monthly>> = {
  CPIAUCSL: { out: onDay(12), value: index("CPI", 252, 0.0024) },
  CPIAUCNS: { out: onDay(12), value: index("CPI", 252, 0.0024) },
  CPILFESL: { out: onDay(12), value: index("core CPI", 260, 0.0025) },
  CPILFENS: { out: onDay(12), value: index("core CPI", 260, 0.0025) },
  PCEPI: { out: onDay(28), value: index("PCE", 104, 0.0022) },
  PCEPILFE: { out: onDay(28), value: index("core PCE", 106, 0.0023) },
  PAYEMS: {
    out: firstFriday,
    value: (random, at) => String(150_000 + at * 130 + Math.round(random.unit("payrolls", at) * 90)),
  },
  UNRATE: {
    out: firstFriday,
    value: (random, at) => (3.9 + random.unit("unemployment", at) * 0.6).toFixed(1),
  },
};

/** `[first day of the month, cells]` of what is out, oldest first; a cell is blank while its statistic is not. */
export function monthlyRows(
  random: Randomness,
  ids: readonly string[],
  from: Day,
  now: number,
): [date: string, cells: string[]][] {
  const rows: [string, string[]][] = [];
  for (let i = 0; ; i++) {
    const first = new Date(Date.UTC(2019, i, 1));
    const next = new Date(Date.UTC(2019, i + 1, 1));
    if (next.getTime() > now) return rows;
    const cells = ids.map((id) => {
      const series = MONTHLY[id];
      const out = series?.out(next.getUTCFullYear(), next.getUTCMonth() + 1) ?? Infinity;
      return series !== undefined && easternTime(out, HOUR_OUT) <= now ? series.value(random, i) : "";
    });
    if (first.getTime() >= from && cells.some((cell) => cell !== ""))
      rows.push([first.toISOString().slice(0, 10), cells]);
  }
}
