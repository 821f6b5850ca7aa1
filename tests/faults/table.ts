import type { Attempt } from "./client";
import { strikesOf } from "./case";
import type { Result } from "./run-case";

/** The faults stand last: they may be many. */
const HEADINGS = ["rail", "scenario", "charged", "served", "answers", "left behind", "ledger", "s", "faults"];

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

const cells = ({ case: one, verdict, attempts, leftover, atEnd, ms }: Result): string[] => [
  one.rail,
  one.scenario,
  String(verdict.charged),
  verdict.served ? "yes" : "no",
  answersOf(attempts),
  leftover,
  atEnd.state ?? "none",
  (ms / 1000).toFixed(1),
  `${strikesOf(one).join(", ") || "-"}${verdict.complaints.length > 0 ? "  BROKEN" : ""}`,
];

/** One case as a line. */
export const lineOf = (result: Result): string => cells(result).join(" | ");

/** All cases as a table for people, with their counts underneath. */
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
    `${results.length} cases`,
    `${count(({ verdict }) => verdict.charged === 1 && verdict.served)} charged and served`,
    `${count(({ verdict }) => verdict.charged === 0 && !verdict.served)} neither`,
    `${count(({ verdict }) => verdict.charged === 1 && !verdict.served)} charged and not served`,
    `${count(({ verdict }) => verdict.charged > 1)} charged twice`,
    `${count(({ verdict }) => verdict.charged === 0 && verdict.served)} served for nothing`,
    `${count(({ verdict }) => verdict.complaints.length > 0)} with a broken promise`,
  ].join(", ");
  return `${text.join("\n")}\n\n${summary}\n`;
}
