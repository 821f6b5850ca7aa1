import * as z from "zod";
import { macroReleases } from "../curated/macro-releases";
import { textAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { parseCsv } from "./text/csv";

/** Monthly series of FRED, by their ids: `[month, value]`, oldest first. What is not out yet is absent. */
const fredMonths = z.record(z.string(), z.array(z.tuple([z.string(), z.number()])));
export type FredMonths = z.infer<typeof fredMonths>;

const SERIES = [...new Set(macroReleases.items.map(({ series }) => series))];
/** A year, the month before, and what may be late. */
const SPAN_DAYS = 430;
const DAY_MS = 86_400_000;

/** One CSV of all of them: a row a month, a column a series; blank or "." where there is no figure. */
export function reduceFredMonths(text: string): Reduced<FredMonths> {
  const [header, ...rows] = parseCsv(text);
  const dateAt = header?.findIndex((name) => /^(observation_)?date$/i.test(name)) ?? -1;
  if (header === undefined || dateAt < 0) throw new SourceError("schema", "no column date");
  const value = Object.fromEntries(
    SERIES.map((series) => {
      const valueAt = header.indexOf(series);
      if (valueAt < 0) throw new SourceError("schema", `no column ${series}`);
      const months = rows
        .map((row): [string, string] => [(row[dateAt] ?? "").slice(0, 7), row[valueAt] ?? ""])
        .filter(([month, cell]) => /^\d{4}-\d{2}$/.test(month) && /^\d+(\.\d+)?$/.test(cell))
        .map(([month, cell]): [string, number] => [month, Number(cell)])
        .sort(([a], [b]) => a.localeCompare(b));
      return [series, months];
    }),
  );
  if (Object.values(value).every((months) => months.length === 0))
    throw new SourceError("suspect_empty", "no figure at all");
  return { value, asOf: null };
}

export const fredReleases: Source<FredMonths> = {
  id: "fred.releases",
  version: 1,
  provider: "FRED",
  address: (now) => ({
    host: "fred.stlouisfed.org",
    path: "/graph/fredgraph.csv",
    query: {
      id: SERIES.join(","),
      cosd: new Date(now.getTime() - SPAN_DAYS * DAY_MS).toISOString().slice(0, 10),
    },
  }),
  answer: textAnswer(reduceFredMonths),
  kept: fredMonths,
  freshMs: 60 * 60_000,
  staleMs: 2 * DAY_MS,
  maxBytes: 100_000,
};
