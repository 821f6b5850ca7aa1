import { textAnswer } from "./fetcher/answer";
import { quote, type Quote } from "./quote";
import { type Reduced, type Source, SourceError } from "./source";
import { parseCsv } from "./text/csv";
import { tradingDayClose } from "./text/eastern-time";

/**
 * FRED's chart CSV: daily closes, a day late; a day without a value is "." or blank. Only series that are the mark
 * itself are used: its dollar index (DTWEXBGS) is another index than DXY, and it has no free gold series.
 */
const DAY_MS = 86_400_000;
/** Enough closes for a change across the longest holiday. */
const SPAN_DAYS = 21;

/** The newest close and its change against the close before, in percent. */
export function reduceFred(text: string, series: string, now: Date): Reduced<Quote> {
  const [header, ...rows] = parseCsv(text);
  const dateAt = header?.findIndex((name) => /^(observation_)?date$/i.test(name)) ?? -1;
  const valueAt = header?.indexOf(series) ?? -1;
  if (dateAt < 0 || valueAt < 0) throw new SourceError("schema", `no columns date and ${series}`);
  const closes = rows
    .map((row) => ({ date: row[dateAt] ?? "", text: row[valueAt] ?? "" }))
    .filter(({ date, text: cell }) => /^\d{4}-\d{2}-\d{2}$/.test(date) && /^\d+(\.\d+)?$/.test(cell))
    .map(({ date, text: cell }) => ({ date, price: Number(cell) }))
    .filter(({ price }) => price > 0 && Number.isFinite(price))
    .sort((a, b) => b.date.localeCompare(a.date));
  const [last, before] = closes;
  if (last === undefined) throw new SourceError("suspect_empty", `no value of ${series}`);
  const asOf = tradingDayClose(last.date, 16, 0, now);
  if (asOf === null) throw new SourceError("schema", "a date that does not exist");
  const changePct = before === undefined ? null : (last.price / before.price - 1) * 100;
  return { value: { price: last.price, changePct }, asOf };
}

const fred = (id: string, series: string): Source<Quote> => ({
  id: `fred.${id}`,
  version: 1,
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
  freshMs: 6 * 3_600_000,
  staleMs: 2 * DAY_MS,
  maxBytes: 1_000_000,
});

export const fredSpx = fred("spx", "SP500");
export const fredVix = fred("vix", "VIXCLS");
