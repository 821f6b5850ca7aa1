import * as z from "zod";
import { type Tenor, TENORS } from "@/lib/catalog/intel/tenors";
import { limits } from "../curated/plausibility";
import { disbelieve } from "./disbelieve";
import type { Doubt } from "./doubt";
import { textAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { parseCsv } from "./text/csv";
import { tradingDayClose } from "./text/eastern-time";
import { child, children, childText, parseXml, type XmlNode } from "./text/xml";

/**
 * The US Treasury's par yield curve, in percent a year; public domain. The year's CSV first; its columns have
 * changed over time (1.5 months came in 2025), so they are found by name. In the first days of January the year
 * has no rows yet: the XML of the month, then of the month before, stands behind it.
 */
const HOST = "home.treasury.gov";
const PATH = "/resource-center/data-chart-center/interest-rates";
const HOUR_MS = 3_600_000;

const rate = z.number().nullable();
const curve = z.object({
  /** Trading day, YYYY-MM-DD. */
  date: z.iso.date(),
  rates: z.record(z.enum(TENORS), rate),
});
export type YieldCurve = z.infer<typeof curve>;

const isTenor = (name: string): name is Tenor => TENORS.some((tenor) => tenor === name);

/** `1 Mo`, `1.5 Month`, `10 Yr`, `BC_1_5MONTH`, `BC_30YEAR` → m1, m1_5, y10, m1_5, y30; null for other columns. */
export function tenorOf(column: string): Tenor | null {
  const match = /^(?:BC_)?(\d+(?:[._]\d+)?)\s*(mo|month|yr|year)s?$/i.exec(column.trim());
  if (match === null) return null;
  const [, count = "", unit = ""] = match;
  const name = `${unit[0]?.toLowerCase()}${count.replace(".", "_")}`;
  return isTenor(name) ? name : null;
}

/** Percent a year, as written. */
const rateOf = (cell: string): number | null => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null);

/** The newest day that has any rate. The curve is taken from quotes at half past three Eastern. */
function newest(days: readonly { date: string; cells: [name: string, text: string][] }[], now: Date) {
  let best: YieldCurve | null = null;
  for (const { date, cells } of days) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || (best !== null && date <= best.date)) continue;
    const found = new Map(
      cells.flatMap(([name, text]) => {
        const tenor = tenorOf(name);
        return tenor === null ? [] : [[tenor, rateOf(text)] as const];
      }),
    );
    if ([...found.values()].every((value) => value === null)) continue;
    best = { date, rates: byTenor((tenor) => found.get(tenor) ?? null) };
  }
  if (best === null) throw new SourceError("suspect_empty", "no day with rates");
  const asOf = tradingDayClose(best.date, 15, 30, now);
  if (asOf === null) throw new SourceError("schema", "a date that does not exist");
  const doubts = oddTenors(best.rates);
  if (doubts.length > MOST_ODD)
    disbelieve("the curve", doubts.length, "so many maturities contradict the others");
  for (const tenor of TENORS) if (doubts.some(({ path }) => path === tenor)) best.rates[tenor] = null;
  return { value: best, asOf, doubts };
}

/** With more odd maturities than this, nothing says which are the odd ones. */
const MOST_ODD = 3;

/**
 * A rate out of bounds, and one that is far from the nearest maturities on both sides while these are not so far from each other;
 * at an end of the curve, far from the only neighbour while that one agrees with the next.
 */
function oddTenors(rates: YieldCurve["rates"]): Doubt[] {
  const odd = (tenor: Tenor, got: number, want: string): Doubt => ({
    ...{ path: tenor, rule: "identity", scope: "field", got, want },
  });
  const { least, most } = limits.bounds.tenor;
  const outside = TENORS.flatMap((tenor) => {
    const got = rates[tenor];
    return got === null || (got >= least && got <= most)
      ? []
      : [odd(tenor, got, `outside ${least} to ${most} %`)];
  });
  const known = TENORS.flatMap((tenor) => {
    const rate = rates[tenor];
    return rate === null || outside.some(({ path }) => path === tenor) ? [] : [{ tenor, rate }];
  });
  const far = (a: Rate | undefined, b: Rate | undefined): boolean =>
    a !== undefined && b !== undefined && isFar(a, b);
  const beside = known.flatMap((at, i) => {
    const [left, right] =
      i === 0
        ? [known[1], known[2]]
        : i === known.length - 1
          ? [known[i - 1], known[i - 2]]
          : [known[i - 1], known[i + 1]];
    const inside = i > 0 && i < known.length - 1;
    const isOdd = inside
      ? far(at, left) && far(at, right) && !far(left, right)
      : far(at, left) && !far(left, right);
    return isOdd && left !== undefined ? [odd(at.tenor, at.rate, `${left.rate} for ${left.tenor}`)] : [];
  });
  return [...outside, ...beside];
}

interface Rate {
  tenor: Tenor;
  rate: number;
}

/** Whether two neighbours are farther apart than curves are. */
function isFar(a: Rate, b: Rate): boolean {
  const { short, long, zeroBeside } = limits.treasury;
  const apart = Math.abs(a.rate - b.rate);
  if (apart >= zeroBeside && (a.rate === 0 || b.rate === 0)) return true;
  return apart > (a.tenor.startsWith("m") || b.tenor.startsWith("m") ? short : long);
}

function byTenor(rateFor: (tenor: Tenor) => number | null): YieldCurve["rates"] {
  const entries = TENORS.map((tenor) => [tenor, rateFor(tenor)] as const);
  return Object.fromEntries(entries) as YieldCurve["rates"]; // one entry a tenor, of all tenors
}

export function reduceTreasuryCsv(text: string, now: Date): Reduced<YieldCurve> {
  const [header, ...rows] = parseCsv(text);
  if (header === undefined) throw new SourceError("suspect_empty", "no row of rates");
  const dateAt = header.findIndex((name) => /^date$/i.test(name));
  if (dateAt < 0 || !header.some((name) => tenorOf(name) !== null))
    throw new SourceError("schema", "no columns for date and rates");
  // A row of another length was cut off, perhaps within a number.
  const whole = rows.filter((row) => row.length === header.length);
  const days = whole.map((row) => ({
    date: (row[dateAt] ?? "").replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$1-$2"),
    cells: header.map((name, i): [string, string] => [name, row[i] ?? ""]),
  }));
  return newest(days, now);
}

export function reduceTreasuryXml(text: string, now: Date): Reduced<YieldCurve> {
  const document = parseXml(text);
  const feed = child(document, "feed");
  const bare = children(document, "m:properties"); // an entry's content on its own
  if (feed === undefined && bare.length === 0) throw new SourceError("schema", "not a feed of rates");
  const entries = children(feed, "entry").map((entry) => child(child(entry, "content"), "m:properties"));
  const days = [...entries, ...bare].map((properties) => ({
    date: childText(properties, "d:NEW_DATE").slice(0, 10),
    cells: columns(properties),
  }));
  return newest(days, now);
}

const columns = (properties: XmlNode | undefined): [string, string][] =>
  properties === undefined || typeof properties === "string"
    ? []
    : Object.keys(properties).map((name) => [name.replace(/^d:/, ""), childText(properties, name)]);

const treasury = {
  version: 2,
  provider: "US Treasury",
  kept: curve,
  freshMs: 6 * HOUR_MS,
  staleMs: 48 * HOUR_MS,
  maxBytes: 1_000_000,
};

/** YYYYMM, `back` months before. */
const month = (now: Date, back: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    .toISOString()
    .slice(0, 7)
    .replace("-", "");

const treasuryXml = (id: string, back: number): Source<YieldCurve> => ({
  ...treasury,
  id,
  address: (now) => ({
    host: HOST,
    path: `${PATH}/pages/xml`,
    query: { data: "daily_treasury_yield_curve", field_tdr_date_value_month: month(now, back) },
  }),
  answer: textAnswer(reduceTreasuryXml),
});

export const treasuryYear: Source<YieldCurve> = {
  ...treasury,
  id: "treasury.year",
  address: (now) => {
    const year = String(now.getUTCFullYear());
    return {
      host: HOST,
      path: `${PATH}/daily-treasury-rates.csv/${year}/all`,
      query: {
        type: "daily_treasury_yield_curve",
        field_tdr_date_value: year,
        page: "",
        _format: "csv",
      },
    };
  },
  answer: textAnswer(reduceTreasuryCsv),
};
export const treasuryMonth = treasuryXml("treasury.month", 0);
export const treasuryMonthBefore = treasuryXml("treasury.month-before", 1);
