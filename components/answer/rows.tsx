import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import { isRecord } from "@/lib/is-record";
import { Bar } from "./bar";
import { Value } from "./value";
import { nameInWords, valueInWords } from "./words";

type Row = Readonly<Record<string, unknown>>;

/** More columns than these can't be compared at a glance; the rest stands below, row by row. */
const MOST_COLUMNS = 7;
const FIRST = ["name", "symbol", "title", "tf", "factor", "id", "label"];

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value !== "object" ||
  (Array.isArray(value) && value.every((one) => !isRecord(one)));

/** Figures that stand twice, once for people: `tvlUsd: "$84.3B"` beside `tvlUsdValue`. */
const isDouble = (name: string, row: Row): boolean => `${name}Value` in row;

function columnsOf(rows: readonly Row[]): string[] {
  const names = [
    ...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isDouble(name, row)))),
  ].filter(
    (name) =>
      rows.every((row) => isPlain(row[name] ?? null)) && !rows.every((row) => Array.isArray(row[name])),
  );
  const first = FIRST.find((name) => names.includes(name)) ?? names[0];
  return first === undefined ? [] : [first, ...names.filter((name) => name !== first)];
}

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

export interface RowsProps {
  name: string;
  rows: readonly Row[];
}

/** A list of like things as a table: what they are compared by is drawn, too. */
export function Rows({ name, rows }: RowsProps) {
  const columns = columnsOf(rows);
  const shown = columns.slice(0, MOST_COLUMNS);
  const bar = barColumn(rows, shown);
  const numeric = (column: string) =>
    rows.every((row) => row[column] === null || valueInWords(column, row[column]).numeric);
  return (
    <Table caption={nameInWords(name)}>
      <thead>
        <tr>
          {shown.map((column) => (
            <HeadCell key={column} numeric={numeric(column)}>
              {nameInWords(column)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {shown.map((column, index) => {
              const value = row[column];
              const content = Array.isArray(value) ? (
                value.map(String).join(", ") || "none"
              ) : (
                <Value name={column} value={value} />
              );
              if (index === 0) return <RowHead key={column}>{content}</RowHead>;
              return (
                <Cell key={column} numeric={numeric(column)}>
                  {bar?.name === column && typeof value === "number" && <Bar share={value / bar.most} />}
                  {content}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
