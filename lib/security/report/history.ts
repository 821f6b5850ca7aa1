import { readReport, type Report, reportId } from "./report";

/** The reports that one browser keeps. They are kept nowhere else, and leave it only as files that its owner saves. */

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const KEY = "security-reports";
const MOST = 30;

/** Whoever shares the store may have written it: what is no report is left out. */
function parse(text: string | null): Report[] {
  if (text === null) return [];
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values.map(readReport).filter((report) => report !== null) : [];
  } catch {
    return []; // no JSON: nothing of ours
  }
}

/** The kept text, by which a reader sees a change. */
export const keptText = (storage: Kept): string | null => storage.getItem(KEY);

/** What a kept text holds, newest first. */
export const historyOf = (text: string | null): Report[] =>
  parse(text).sort((one, other) => Date.parse(other.auditedAt) - Date.parse(one.auditedAt));

/** Writes as many as there is room for, and says how many that are; where not even one fits, those of before stay. */
function write(storage: Kept, reports: readonly Report[]): number {
  for (let count = Math.min(reports.length, MOST); count > 0; count -= 1) {
    try {
      storage.setItem(KEY, JSON.stringify(reports.slice(0, count).map(({ answer }) => answer)));
      return count;
    } catch {
      // The browser's room is used up: the oldest gives way.
    }
  }
  if (reports.length === 0) storage.removeItem(KEY);
  return 0;
}

/** Keeps a report, in the place of an earlier copy of the same one; says whether there was room for it. */
export function addToHistory(storage: Kept, report: Report): boolean {
  const others = historyOf(keptText(storage)).filter((one) => reportId(one) !== reportId(report));
  return write(storage, [report, ...others]) > 0;
}

export function removeFromHistory(storage: Kept, id: string): void {
  write(
    storage,
    historyOf(keptText(storage)).filter((one) => reportId(one) !== id),
  );
}

export const clearHistory = (storage: Kept): void => storage.removeItem(KEY);
