import type { HeaderLines } from "../header-lines";
import { AGENT_CHECKS } from "./agent-checks";
import { API_CHECKS, AUTHORIZATION_CHECK } from "./api-checks";
import type { ReadinessCheck, Verdict } from "./check";
import { CRAWLING_CHECKS, SECURITY_TXT_CHECK } from "./crawling-checks";
import type { ReadinessAnswers } from "./requests";

/** The readiness table. Its points add up to 100. */
export const READINESS_CHECKS: readonly ReadinessCheck[] = [
  ...CRAWLING_CHECKS,
  ...API_CHECKS,
  ...AGENT_CHECKS,
  AUTHORIZATION_CHECK,
  SECURITY_TXT_CHECK,
];

/** One row of the report: what was asked, what came, and how to fix it (null where there is nothing to fix). */
export interface ReadinessRow {
  id: string;
  title: string;
  points: number;
  earned: number;
  verdict: Verdict;
  asked: string;
  came: string;
  fix: string | null;
  headerLines: HeaderLines | null;
  documentation: string;
}

export interface Readiness {
  /** 0 to 100, of the points that could be judged; null where that is less than half of those that apply. */
  score: number | null;
  earned: number;
  /** Points of the rows that were judged: neither those that don't apply nor those that stayed open. */
  judged: number;
  rows: readonly ReadinessRow[];
}

/** How ready a site is for agents. Pure; a row that doesn't apply, or that nothing can be said of, costs nothing. */
export function judgeReadiness(answers: ReadinessAnswers): Readiness {
  const rows = READINESS_CHECKS.map((check) => rowOf(check, answers));
  const sum = (some: readonly ReadinessRow[], value: "points" | "earned"): number =>
    some.reduce((total, row) => total + row[value], 0);
  const applies = rows.filter((row) => row.verdict !== "not_applicable");
  const judged = sum(
    applies.filter((row) => row.verdict !== "inconclusive"),
    "points",
  );
  const earned = sum(rows, "earned");
  const enough = judged * 2 >= sum(applies, "points");
  return { score: enough ? Math.round((100 * earned) / judged) : null, earned, judged, rows };
}

function rowOf(check: ReadinessCheck, answers: ReadinessAnswers): ReadinessRow {
  const { id, title, points, asked, fix, documentation } = check;
  const { verdict, came } = check.judge(answers);
  const passed = verdict === "pass";
  return {
    id,
    title,
    points,
    earned: passed ? points : 0,
    verdict,
    asked,
    came,
    fix: passed || verdict === "not_applicable" ? null : fix,
    headerLines: verdict === "fail" ? (check.headerLines ?? null) : null,
    documentation,
  };
}

const OPENAPI: ReadonlySet<string> = new Set(["openapi", "api-catalog"]);
const MCP: ReadonlySet<string> = new Set(["mcp", "mcp-card"]);

function scoreOf(rows: readonly ReadinessRow[]): { earned: number; judged: number } {
  const judged = rows.filter(({ verdict }) => verdict === "pass" || verdict === "fail");
  return {
    earned: judged.reduce((sum, { earned }) => sum + earned, 0),
    judged: judged.reduce((sum, { points }) => sum + points, 0),
  };
}

/** The score by part of the table. */
export const scoresOf = (rows: readonly ReadinessRow[]) => ({
  openapi: scoreOf(rows.filter(({ id }) => OPENAPI.has(id))),
  discovery: scoreOf(rows.filter(({ id }) => !OPENAPI.has(id) && !MCP.has(id))),
  mcp: scoreOf(rows.filter(({ id }) => MCP.has(id))),
});
