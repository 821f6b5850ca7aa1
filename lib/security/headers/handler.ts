import type { Handler } from "@/lib/handler";
import { notesOnGrade } from "../audit/frame";
import { observeSite } from "../audit/observe-site";
import { auditWith } from "../audit/run-audit";
import type { Site } from "../audit/visit-site";
import { adviseHeaders } from "../grade/advisories";
import { gradeHeaders } from "../grade/grade";
import { headerFix } from "../grade/header-fixes";
import { securityHeadersAnswer } from "./answer";
import { securityHeadersEntry } from "./entry";

async function judge(site: Site) {
  const { observation } = await observeSite(site);
  const graded = gradeHeaders(observation);
  const { grade, score, testsPassed, testsFailed, algorithm, rows } = graded;
  const frame = site.frame();
  return {
    kind: securityHeadersEntry.label,
    ...frame,
    notes: [...frame.notes, ...notesOnGrade(graded)],
    summary: { grade, score, testsPassed, testsFailed, algorithm },
    headers: rows.map((row) => ({ ...row, fix: headerFix(row) })),
    advisories: [...adviseHeaders(observation)],
  };
}

/** Judges a site's security headers, all of them. */
export const auditHeaders: Handler<typeof securityHeadersEntry> = auditWith({
  entry: securityHeadersEntry,
  output: securityHeadersAnswer,
  judge,
});
