import { titleOf } from "./case";
import type { Result } from "./run-case";
import { tableOf } from "./table";
import type { Entry } from "./proxies";

const LOG_LINES = 30;

const entryLine = (entry: Entry): string =>
  `${String(entry.ms).padStart(6)} ms  ${entry.instance.padEnd(4)} ${entry.kind}${entry.fault === null ? "" : `  <- ${entry.fault}`}`;

/** All that is known of a case that broke a promise: what the client saw, what went over the wires, and the log's end. */
export function reportOf(result: Result): string {
  const { case: one, verdict, attempts, again, atEnd, trace, log } = result;
  const tries = [...attempts, ...again].map(
    ({ status, code, transaction, body }) =>
      `  ${status} ${code ?? ""} ${transaction ?? ""} ${status === 200 ? "" : body.slice(0, 160)}`,
  );
  return [
    titleOf(one),
    ...verdict.complaints.map((complaint) => `- ${complaint}`),
    "",
    tableOf([result]),
    `ledger: ${JSON.stringify(atEnd, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`,
    "the client's tries:",
    ...tries,
    "the messages:",
    ...trace.map(entryLine),
    "the log's end:",
    ...log.split("\n").slice(-LOG_LINES),
  ].join("\n");
}
