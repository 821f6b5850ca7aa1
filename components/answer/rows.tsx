import { Cell, HeadCell, RowHead, Table } from "@/components/ui/table";
import { Bar } from "./bar";
import { type Columns, columnsOf, type Row } from "./columns";
import { Value } from "./value";
import { isTime, nameInWords, timeInTable, valueInWords } from "./words";

export interface RowsProps {
  name: string;
  rows: readonly Row[];
}

/** A list of like things as a table: what they are compared by is drawn, too. */
export function Rows({ name, rows }: RowsProps) {
  const columns = columnsOf(rows);
  const { shown, remarks } = columns;
  const isNumeric = (column: string): boolean =>
    rows.every((row) => (row[column] ?? null) === null || valueInWords(column, row[column]).numeric);
  const numeric = new Set(shown.filter(isNumeric));
  const [first = ""] = shown;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Table caption={nameInWords(name)}>
        <thead>
          <tr>
            {shown.map((column) => (
              <HeadCell key={column} numeric={numeric.has(column)}>
                {nameInWords(column)}
                {rows.some((row) => isTime(row[column])) && ", UTC"}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <RowHead>
                <First row={row} name={first} linked={columns.linked} />
              </RowHead>
              {shown.slice(1).map((column) => (
                <Cell key={column} numeric={numeric.has(column)}>
                  <Content name={column} value={row[column]} columns={columns} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.flatMap((row, at) =>
        remarks
          .filter((remark) => (row[remark] ?? null) !== null)
          .map((remark) => (
            <p key={`${at} ${remark}`} className="text-note text-muted">
              {valueInWords(first, row[first]).text}: {valueInWords(remark, row[remark]).text}
            </p>
          )),
      )}
    </div>
  );
}

/** What names the row, which leads to where it is told of. */
function First({ row, name, linked }: { row: Row; name: string; linked: boolean }) {
  const href = linked ? valueInWords("url", row.url).href : undefined;
  const words = <Value name={name} value={row[name]} />;
  return href === undefined ? (
    words
  ) : (
    <a href={href} rel="noreferrer nofollow" className="link">
      {words}
    </a>
  );
}

function Content({ name, value, columns: { bar } }: { name: string; value: unknown; columns: Columns }) {
  if (Array.isArray(value)) return value.map(String).join(", ") || "none";
  if (isTime(value)) return timeInTable(String(value));
  if (bar?.name !== name || typeof value !== "number") return <Value name={name} value={value} />;
  // Bars that are compared begin at one line, however long their figures are.
  return (
    <span className="flex items-center justify-end">
      <Bar share={value / bar.most} />
      <span className="min-w-[9ch]">
        <Value name={name} value={value} />
      </span>
    </span>
  );
}
