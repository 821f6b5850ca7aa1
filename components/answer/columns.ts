import { isRecord } from "@/lib/is-record";

export type Row = Readonly<Record<string, unknown>>;

/** More columns than these can't be compared at a glance; the rest stands below, row by row. */
const MOST_COLUMNS = 7;
const FIRST = ["name", "symbol", "title", "tf", "factor", "id", "label"];

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value !== "object" ||
  (Array.isArray(value) && value.every((one) => !isRecord(one)));

/** Figures that stand twice, once for people: `tvlUsd: "$84.3B"` beside `tvlUsdValue`. */
const isDouble = (name: string, row: Row): boolean => `${name}Value` in row;

/** The column that the rows are compared by: the first of amounts that are all known and none negative. */
function barColumn(rows: readonly Row[], columns: readonly string[]): { name: string; most: number } | null {
  if (rows.length < 2) return null;
  for (const name of columns) {
    if (!/(Usd|UsdValue|sharePct|score|points|weight)$/i.test(name)) continue;
    const values = rows.map((row) => row[name]);
    const amounts = values.filter((value): value is number => typeof value === "number" && value >= 0);
    if (amounts.length === values.length && Math.max(...amounts) > 0)
      return { name, most: Math.max(...amounts) };
  }
  return null;
}

export interface Columns {
  /** The first names its row. */
  shown: readonly string[];
  /** What few rows have, such as a reason: said below the table. */
  remarks: readonly string[];
  /** Whether a row holds more than its columns show. */
  hasMore: boolean;
  /** The column with a bar, and the amount of a whole one. */
  bar: { name: string; most: number } | null;
  /** Whether the first column leads to what the row's `url` names. */
  linked: boolean;
}

/** How a list of like things becomes a table. */
export function columnsOf(rows: readonly Row[]): Columns {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const once = all.filter((name) => !rows.some((row) => isDouble(name, row)));
  const plain = once.filter(
    (name) =>
      rows.every((row) => isPlain(row[name] ?? null)) && !rows.every((row) => Array.isArray(row[name])),
  );
  const first = FIRST.find((name) => plain.includes(name)) ?? plain[0];
  const linked = first !== undefined && first !== "url" && rows.some((row) => typeof row.url === "string");
  const isRemark = (name: string): boolean => rows.filter((row) => name in row).length * 2 < rows.length;
  const others = plain.filter((name) => name !== first && !(linked && name === "url") && !isRemark(name));
  const shown = first === undefined ? [] : [first, ...others].slice(0, MOST_COLUMNS);
  return {
    shown,
    remarks: plain.filter(isRemark),
    hasMore: plain.length < once.length || others.length + 1 > shown.length,
    bar: barColumn(rows, shown),
    linked,
  };
}
