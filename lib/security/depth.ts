import type { Surface } from "./audit/survey-surface";
import { type Depth, DEPTHS } from "./audit/vocabulary";
import { type Grade, gradeOf } from "./grade/grade";
import { headerFix } from "./grade/header-fixes";
import { categoryCounts, severityCounts, surfaceGrade } from "./probes/finding";
import { type Readiness, scoresOf } from "./readiness/readiness";

/** What a scan's report holds at each depth, as a function of the depth alone. Pure. */

/** What a scan found. */
export interface ScanResults {
  surface: Surface;
  /** Null where the depth doesn't show it, so that nobody was asked for it. */
  readiness: Readiness | null;
}

export const reaches = (depth: Depth, wanted: Depth): boolean =>
  DEPTHS.indexOf(depth) >= DEPTHS.indexOf(wanted);

/** The parts of a report. The last is not implemented yet. */
const MODULES = [
  { id: "surface-counts", title: "Grades and findings by severity", tier: "Guest", made: true },
  { id: "readiness", title: "Readiness for agents", tier: "Deluxe", made: true },
  { id: "headers", title: "Header checklist", tier: "Deluxe", made: true },
  { id: "finding-titles", title: "Titles of findings", tier: "Deluxe", made: true },
  { id: "evidence", title: "Evidence, probed paths and remediation", tier: "Executive", made: true },
  { id: "extended", title: "Extended desk modules", tier: "President", made: false },
] as const;

/** Which parts can be had, where `ceiling` is the deepest that is live. */
export const deskModules = (ceiling: Depth) =>
  MODULES.map(({ id, title, tier, made }) => ({
    id,
    title,
    tier,
    status: made && reaches(ceiling, tier) ? ("live" as const) : ("soon" as const),
  }));

/** The best score that a site can have with a finding of that severity. */
const CAPS = { high: 0, medium: 50 };

/** The headers' grade, unless what the surface shows makes it meaningless. Null without a page to grade. */
export function overallGrade({ headers, findings }: Pick<Surface, "headers" | "findings">): Grade | null {
  const worst = findings[0]?.severity;
  if (worst === "high") return gradeOf(CAPS.high);
  if (headers.score === null) return null;
  return gradeOf(worst === "medium" ? Math.min(headers.score, CAPS.medium) : headers.score);
}

function findingsAt(depth: Depth, { findings }: Surface) {
  if (!reaches(depth, "Deluxe")) return [];
  const evidence = reaches(depth, "Executive");
  return findings.map(({ severity, title, detail, remediation }) => ({
    severity,
    title,
    detail: evidence ? detail : null,
    remediation: evidence ? remediation : null,
  }));
}

function headersAt(depth: Depth, { headers }: Surface) {
  if (!reaches(depth, "Deluxe")) return null;
  return headers.rows.map((row) => ({ ...row, fix: reaches(depth, "Executive") ? headerFix(row) : null }));
}

function readinessAt(depth: Depth, readiness: Readiness | null) {
  if (readiness === null || !reaches(depth, "Deluxe")) return null;
  const { score, earned, judged, rows } = readiness;
  const checks = reaches(depth, "Executive") ? [...rows] : null;
  return { score, earned, judged, scores: scoresOf(rows), checks };
}

/**
 * The members of a report that depend on its depth. Guest: grades and counts. Deluxe: also readiness' scores, the
 * header checklist and the findings' titles. Executive: also evidence, remediation and every probed path. President has
 * the same until its modules are made. What a depth doesn't show never enters the answer.
 */
export function reportAt(depth: Depth, { surface, readiness }: ScanResults) {
  const { rows, findings } = surface;
  const inconclusive = rows.filter(({ status }) => status === "inconclusive").length;
  return {
    summary: {
      overallGrade: overallGrade(surface),
      surfaceGrade: surfaceGrade(findings),
      surfaceFindings: findings.length,
    },
    readiness: readinessAt(depth, readiness),
    headers: headersAt(depth, surface),
    breakdown: {
      surface: {
        severityCounts: severityCounts(findings),
        categoryCounts: categoryCounts(findings),
        findings: findingsAt(depth, surface),
        probes: { asked: rows.length, inconclusive },
        paths: reaches(depth, "Executive")
          ? rows.map(({ id, path, status, observed }) => ({ id, path, status, observed }))
          : null,
      },
    },
  };
}
