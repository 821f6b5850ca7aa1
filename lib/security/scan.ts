import { securityScanEntry } from "../catalog/security/scan";
import type { Handler } from "../handler";
import { auditWith, type Site } from "./audit/run-audit";
import { type Surface, surveySurface } from "./audit/survey-surface";
import { type Grade, gradeOf } from "./grade/grade";
import { severityCounts, surfaceGrade } from "./probes/finding";

/** The parts of a report by tier. Those beyond a guest's are not made yet, and a guest's site is not asked for them. */
const DESK_MODULES = [
  { id: "surface-counts", title: "Grades and findings by severity", tier: "Guest", status: "live" },
  { id: "readiness", title: "Readiness for agents", tier: "Deluxe", status: "soon" },
  { id: "headers", title: "Header checklist", tier: "Deluxe", status: "soon" },
  { id: "finding-titles", title: "Titles of findings", tier: "Deluxe", status: "soon" },
  { id: "evidence", title: "Evidence, probed paths and remediation", tier: "Executive", status: "soon" },
  { id: "extended", title: "Extended desk modules", tier: "President", status: "soon" },
] as const;

const SOLD_APART =
  "The header checklist and readiness are sold in full by svc-security-headers and svc-security-readiness.";

/** The best score that a site can have with a finding of that severity. */
const CAPS = { high: 0, medium: 50 };

/** The headers' grade, unless what the surface shows makes it meaningless. Null without a page to grade. */
export function overallGrade({ headers, findings }: Pick<Surface, "headers" | "findings">): Grade | null {
  const worst = findings[0]?.severity;
  if (worst === "high") return gradeOf(CAPS.high);
  if (headers.score === null) return null;
  return gradeOf(worst === "medium" ? Math.min(headers.score, CAPS.medium) : headers.score);
}

function phasesOf({ target }: Site, inconclusive: number) {
  const asked = target.self ? ("skipped" as const) : ("done" as const);
  return [
    { id: "scope", title: "Target, attestation and allowlist were judged", status: "done" as const },
    { id: "dns", title: "The name was looked up at two resolvers", status: asked },
    { id: "preflight", title: "The homepage was asked for", status: "done" as const },
    {
      id: "surface",
      title: "Headers and paths were probed",
      status: inconclusive > 0 ? ("partial" as const) : ("done" as const),
    },
    { id: "recheck", title: "The name was looked up again", status: asked },
  ];
}

/** What a guest gets: grades and counts. The findings themselves never enter the answer. */
async function judge(site: Site) {
  const surface = await surveySurface(site);
  const { findings, rows } = surface;
  const inconclusive = rows.filter(({ status }) => status === "inconclusive").length;
  const frame = site.frame();
  return {
    kind: "security-scan" as const,
    ...frame,
    notes: [...frame.notes, SOLD_APART],
    summary: {
      overallGrade: overallGrade(surface),
      surfaceGrade: surfaceGrade(findings),
      surfaceFindings: findings.length,
    },
    readiness: null,
    headers: null,
    breakdown: {
      surface: {
        severityCounts: severityCounts(findings),
        findings: [],
        probes: { asked: rows.length, inconclusive },
      },
    },
    deskModules: [...DESK_MODULES],
    deskPhases: phasesOf(site, inconclusive),
  };
}

/** Scans a site's surface, at the depth that is live. */
export const auditSurface: Handler<typeof securityScanEntry> = auditWith({ entry: securityScanEntry, judge });
