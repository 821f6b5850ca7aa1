import type { Attempt } from "./client";
import type { Result } from "./run-row";

const HEADINGS = ["rail", "course", "message", "fault", "charged", "served", "retries", "answers", "ledger"];

/** The client's answers in order, runs of the same one counted: `cut, 409 ×6, 200`. */
function answersOf(attempts: readonly Attempt[]): string {
  const runs: { what: string; times: number }[] = [];
  for (const { status } of attempts) {
    const last = runs.at(-1);
    if (last?.what === String(status)) last.times += 1;
    else runs.push({ what: String(status), times: 1 });
  }
  return runs.map(({ what, times }) => (times === 1 ? what : `${what} ×${times}`)).join(", ");
}

const cells = ({ row, verdict, attempts, books, closes }: Result): string[] => [
  row.rail,
  row.course,
  row.at || "-",
  row.fault || "-",
  String(verdict.charged),
  verdict.served ? "yes" : "no",
  String(attempts.length - 1),
  answersOf(attempts),
  `${books.state ?? "none"}${closes > 0 ? " (scheduled close)" : ""}${verdict.complaints.length > 0 ? "  BROKEN" : ""}`,
];

/** One row as a line. */
export const lineOf = (result: Result): string => cells(result).join(" | ");

/** All rows as a table for people, with their counts underneath. */
export function tableOf(results: readonly Result[]): string {
  const lines = [HEADINGS, ...results.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const count = (kept: (result: Result) => boolean): number => results.filter(kept).length;
  const summary = [
    `${results.length} rows`,
    `${count(({ verdict }) => verdict.charged === 1 && verdict.served)} charged and served`,
    `${count(({ verdict }) => verdict.charged === 0 && !verdict.served)} neither`,
    `${count(({ verdict }) => verdict.charged === 1 && !verdict.served)} charged and not served`,
    `${count(({ verdict }) => verdict.charged > 1)} charged twice`,
    `${count(({ verdict }) => verdict.charged === 0 && verdict.served)} served for nothing`,
    `${count(({ verdict }) => verdict.complaints.length > 0)} with a broken promise`,
  ].join(", ");
  return `${text.join("\n")}\n\n${summary}\n`;
}
