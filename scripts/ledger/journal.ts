import { readFileSync } from "node:fs";
import { exportJournalAnswer } from "../../lib/payments/journal/export/answer";
import { trimJournalAnswer } from "../../lib/payments/journal/trim/answer";
import { Stop, type Service } from "./service";

const PATH = "/api/operator/journal";

/** Writes a month as CSV, page by page. */
export async function exportMonth(
  service: Service,
  month: string,
  write: (line: string) => void,
): Promise<void> {
  let lines = 0;
  let after: string | undefined;
  for (;;) {
    const page = await service.ask("GET", PATH, { month, after }, exportJournalAnswer);
    if (after === undefined) write(page.header);
    for (const row of page.rows) write(row);
    lines += page.rows.length;
    if (page.next === null) break;
    after = page.next;
  }
  if (lines === 0) throw new Stop(`The journal has no line of ${month}: nothing was sold, or it was let go.`);
}

const OUTCOMES = {
  trimmed: "let go",
  open: "kept: the day isn't over",
  gone: "not there (any more)",
  differs: "kept: the journal has other lines than the file. Export the month again",
} as const;

/** Lets go of the days in a file that was exported, each with as many lines as the file has of it. */
export async function removeMonth(service: Service, month: string, file: string): Promise<string[]> {
  const [, ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.slice(0, 10), (counts.get(row.slice(0, 10)) ?? 0) + 1);
  const exported = [...counts].map(([date, lines]) => ({ date, lines }));
  if (exported.length === 0 || !exported.every(({ date }) => date.startsWith(month)))
    throw new Stop(
      `${file} is no export of ${month}: its lines are not those of npm run -s ledger -- journal ${month}.`,
    );
  const { days } = await service.ask("POST", PATH, { exported }, trimJournalAnswer);
  return days.map(({ date, became }) => `${date}  ${counts.get(date) ?? 0} lines  ${OUTCOMES[became]}`);
}
