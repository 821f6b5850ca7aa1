import type { Entry } from "./line";
import { nameOf } from "./message";
import { titleOf } from "./row";
import type { Result } from "./run-row";
import { tableOf } from "./table";

const LOG_LINES = 30;

const entryLine = (entry: Entry): string =>
  `${String(entry.ms).padStart(6)} ms  ${entry.instance.padEnd(4)} ${nameOf(entry)}${entry.fault === null ? "" : `  <- ${entry.fault}`}`;

/** All that is known of a row that broke a promise: what the client saw, what went over the wires, and the log's end. */
export function reportOf(result: Result): string {
  const { row, verdict, attempts, again, books, trace, log } = result;
  const tries = [...attempts, ...again].map(
    ({ status, code, transaction, body }) =>
      `  ${status} ${code ?? ""} ${transaction ?? ""} ${status === 200 ? "" : body.slice(0, 160)}`,
  );
  return [
    titleOf(row),
    ...verdict.complaints.map((complaint) => `- ${complaint}`),
    "",
    tableOf([result]),
    `ledger: ${JSON.stringify({ ...books, sold: String(books.sold) })}`,
    "the client's tries:",
    ...tries,
    "the messages:",
    ...trace.map(entryLine),
    "the log's end:",
    ...log.split("\n").slice(-LOG_LINES),
  ].join("\n");
}
