import { SEVERITIES } from "../probes/finding";
import type { Report, Row, Verdict } from "./report";

export type Direction = "better" | "worse" | "same" | "other";

/** One thing that two reports say, and how it went from the earlier to the later; null where one doesn't say it. */
export interface Difference {
  id: string;
  title: string;
  before: string | null;
  after: string | null;
  direction: Direction;
}

export interface Comparison {
  earlier: Report;
  later: Report;
  /** Whether it is one site at two times: between two sites nothing got better. */
  sameHost: boolean;
  differences: readonly Difference[];
}

/** From the best on; null, which says nothing, has no place among them. */
const GRADES = ["A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F"];
const SURFACE = ["minimal", "clear", "moderate", "watch", "elevated"];

const WORDS: Readonly<Record<Verdict, string>> = {
  pass: "passed",
  fail: "failed",
  open: "not decided",
  not_applicable: "does not apply",
};

/** `more` is better. */
function byNumber(before: number | null, after: number | null): Direction {
  if (before === after) return "same";
  if (before === null || after === null) return "other";
  return after > before ? "better" : "worse";
}

function byRank(ranks: readonly string[], before: string | null, after: string | null): Direction {
  const [first, second] = [before, after].map((grade) => ranks.indexOf(grade ?? ""));
  if (before === after) return "same";
  if (first === undefined || second === undefined || first < 0 || second < 0) return "other";
  return byNumber(-first, -second);
}

function rowDirection(before: Row | undefined, after: Row | undefined): Direction {
  if (before === undefined || after === undefined) return "other";
  const decided = (row: Row): boolean => row.verdict === "pass" || row.verdict === "fail";
  if (before.verdict !== after.verdict) {
    if (!decided(before) || !decided(after)) return "other";
    return after.verdict === "pass" ? "better" : "worse";
  }
  return decided(before) ? byNumber(before.value, after.value) : "same";
}

const inWords = (row: Row | undefined): string | null =>
  row === undefined ? null : `${WORDS[row.verdict]} (${row.points})`;

function rowDifferences(earlier: Report, later: Report): Difference[] {
  const before = new Map(earlier.rows.map((row) => [row.id, row]));
  const after = new Map(later.rows.map((row) => [row.id, row]));
  return [...new Map([...before, ...after]).values()].map(({ id, title }) => ({
    id,
    title,
    before: inWords(before.get(id)),
    after: inWords(after.get(id)),
    direction: rowDirection(before.get(id), after.get(id)),
  }));
}

function countDifferences(earlier: Report, later: Report): Difference[] {
  if (earlier.surface === null || later.surface === null) return [];
  const [before, after] = [earlier.surface.counts, later.surface.counts];
  return [...SEVERITIES].reverse().map((severity) => ({
    id: `findings-${severity}`,
    title: `Findings of severity ${severity}`,
    before: String(before[severity]),
    after: String(after[severity]),
    // Of what is only information, more is neither better nor worse.
    direction:
      severity === "info" && before.info !== after.info
        ? "other"
        : byNumber(-before[severity], -after[severity]),
  }));
}

function headDifferences(earlier: Report, later: Report): Difference[] {
  const head: Difference[] = [
    {
      id: "grade",
      title: "Grade",
      before: earlier.grade,
      after: later.grade,
      direction: byRank(GRADES, earlier.grade, later.grade),
    },
    {
      id: "score",
      title: "Score",
      before: earlier.score === null ? null : String(earlier.score),
      after: later.score === null ? null : String(later.score),
      direction: byNumber(earlier.score, later.score),
    },
    {
      id: "surface",
      title: "Surface",
      before: earlier.surface?.grade ?? null,
      after: later.surface?.grade ?? null,
      direction: byRank(SURFACE, earlier.surface?.grade ?? null, later.surface?.grade ?? null),
    },
  ];
  return head.filter(({ before, after }) => before !== null || after !== null);
}

/** Two reports of the same audit, the older first whichever is named first; null for two different audits. */
export function compareReports(one: Report, other: Report): Comparison | null {
  if (one.audit !== other.audit) return null;
  const [earlier, later] =
    Date.parse(one.auditedAt) <= Date.parse(other.auditedAt) ? [one, other] : [other, one];
  return {
    earlier,
    later,
    sameHost: earlier.host === later.host,
    differences: [
      ...headDifferences(earlier, later),
      ...countDifferences(earlier, later),
      ...rowDifferences(earlier, later),
    ],
  };
}
