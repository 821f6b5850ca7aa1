import { limits } from "../curated/plausibility";
import { ROWS_TOLD } from "./derivatives";
import { disbelieve, within } from "./disbelieve";
import { textAnswer } from "./fetcher/answer";
import { quote, type Quote } from "./quote";
import { type Reduced, type Source, SourceError } from "./source";
import { closingHour } from "./sessions";
import { parseCsv } from "./text/csv";
import { tradingDayClose } from "./text/eastern-time";

/**
 * FRED's chart CSV: daily closes, a day late; a day without a value is "." or blank. Only series that are the mark
 * itself are used: its dollar index (DTWEXBGS) is another index than DXY, and it has no free gold series.
 */
const DAY_MS = 86_400_000;
/** Enough closes for a change across the longest holiday. */
const SPAN_DAYS = 21;

/** The series that are read, with the marks that they are. */
const SERIES = { SP500: "SPX", VIXCLS: "VIX" } as const;
type Series = keyof typeof SERIES;

/** The newest close, those before, and its change against the close before, in percent. */
export function reduceFred(text: string, series: Series, now: Date): Reduced<Quote> {
  const [header, ...rows] = parseCsv(text);
  const dateAt = header?.findIndex((name) => /^(observation_)?date$/i.test(name)) ?? -1;
  const valueAt = header?.indexOf(series) ?? -1;
  if (dateAt < 0 || valueAt < 0) throw new SourceError("schema", `no columns date and ${series}`);
  const closes = rows
    .map((row) => ({ date: row[dateAt] ?? "", text: row[valueAt] ?? "" }))
    .filter(({ date, text: cell }) => /^\d{4}-\d{2}-\d{2}$/.test(date) && /^-?\d+(\.\d+)?$/.test(cell))
    .map(({ date, text: cell }) => ({ date, price: Number(cell) }))
    .filter(({ price }) => Number.isFinite(price))
    .sort((a, b) => b.date.localeCompare(a.date));
  const [last, before] = closes;
  if (last === undefined) throw new SourceError("suspect_empty", `no value of ${series}`);
  checkSteps(closes, SERIES[series]);
  const asOf = tradingDayClose(last.date, closingHour(last.date), 0, now);
  if (asOf === null) throw new SourceError("schema", "a date that does not exist");
  const changePct = before === undefined ? null : (last.price / before.price - 1) * 100;
  const newestFirst = closes.slice(0, 30).map(({ date, price }): [string, number] => [date, price]);
  return { value: { price: last.price, changePct, closes: newestFirst.reverse() }, asOf };
}

/** Throws SourceError `implausible` for a close out of bounds, a date that is there twice, or a step that no session makes. */
function checkSteps(closes: readonly { date: string; price: number }[], mark: "SPX" | "VIX"): void {
  const { up, down } = limits.fredStep[mark];
  for (const [i, { date, price }] of closes.entries()) {
    within(`${mark} on ${date}`, price, limits.bounds[mark]);
    const before = closes[i + 1];
    if (before === undefined) continue;
    if (before.date === date) disbelieve(`${mark} on ${date}`, price, "that day is there twice");
    const step = price / before.price - 1;
    if (step > up || step < -down)
      disbelieve(`${mark} on ${date}`, price, `${before.price} the session before`);
  }
}

const fred = (id: string, series: Series): Source<Quote> => ({
  id: `fred.${id}`,
  version: 2,
  provider: "FRED",
  address: (now) => ({
    host: "fred.stlouisfed.org",
    path: "/graph/fredgraph.csv",
    query: {
      id: series,
      cosd: new Date(now.getTime() - SPAN_DAYS * DAY_MS).toISOString().slice(0, 10),
    },
  }),
  answer: textAnswer((text, now) => reduceFred(text, series, now)),
  kept: quote,
  baseline: ({ closes = [] }) => ({ [ROWS_TOLD]: closes.length }),
  steps: () => limits.steps.rows,
  freshMs: 6 * 3_600_000,
  staleMs: 2 * DAY_MS,
  maxBytes: 1_000_000,
});

export const fredSpx = fred("spx", "SP500");
export const fredVix = fred("vix", "VIXCLS");
