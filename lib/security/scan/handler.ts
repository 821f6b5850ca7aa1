import type { Handler } from "@/lib/handler";
import { fetchReadiness } from "../audit/fetch-readiness";
import { notesOnGrade, notesOnReadiness } from "../audit/frame";
import { auditWith } from "../audit/run-audit";
import type { Site } from "../audit/visit-site";
import { surveySurface } from "../audit/survey-surface";
import { liveCeiling } from "../audit/holder";
import type { Depth } from "../audit/vocabulary";
import { deskModules, reaches, reportAt, type ScanResults } from "../depth";
import { judgeReadiness } from "../readiness/readiness";
import { shareGets } from "../scan-fetch/share-gets";
import { securityScanAnswer } from "./answer";
import { securityScanEntry } from "./entry";

const SOLD_APART =
  "The header checklist and readiness are sold in full by svc-security-headers and svc-security-readiness.";
const CLOSED =
  "Every path was refused, those made up at random included: what is exposed behind the refusal was not seen.";
const leftOpen = ({ asked, inconclusive }: { asked: number; inconclusive: number }): string =>
  `${inconclusive} of ${asked} probes had no clear answer: the surface's grade is that of what was seen.`;

function phasesOf({ target }: Site, inconclusive: number) {
  const asked = target.self ? ("skipped" as const) : ("done" as const);
  return [
    { id: "scope", title: "Target, attestation and allowlist were judged", status: "done" as const },
    { id: "dns", title: "The name was looked up at two resolvers", status: asked },
    { id: "preflight", title: "robots.txt and the homepage were asked for", status: "done" as const },
    {
      id: "surface",
      title: "Headers and paths were probed",
      status: inconclusive > 0 ? ("partial" as const) : ("done" as const),
    },
    { id: "recheck", title: "The name was looked up again", status: asked },
  ];
}

/** Asks a site for what a report of that depth shows, and for nothing else. */
async function gather(depth: Depth, site: Site): Promise<ScanResults> {
  if (!reaches(depth, "Deluxe")) return { surface: await surveySurface(site), readiness: null };
  const sharing = { ...site, scan: shareGets(site.scan) };
  const [surface, answers] = await Promise.all([surveySurface(sharing), fetchReadiness(sharing)]);
  return { surface, readiness: judgeReadiness(answers) };
}

/** A scan of that depth. */
export const scanAt = (depth: Depth) => async (site: Site) => {
  const results = await gather(depth, site);
  const report = reportAt(depth, results);
  const { probes } = report.breakdown.surface;
  const frame = site.frame();
  const notes = [
    ...frame.notes,
    ...(results.surface.closed ? [CLOSED] : []),
    ...(probes.inconclusive > 0 ? [leftOpen(probes)] : []),
    ...notesOnGrade(results.surface.headers),
    ...(results.readiness === null ? [] : notesOnReadiness(results.readiness)),
    ...(depth === "Guest" ? [SOLD_APART] : []),
  ];
  return {
    kind: securityScanEntry.label,
    ...frame,
    access: { ...frame.access, tier: depth },
    notes,
    ...report,
    deskModules: deskModules(liveCeiling()),
    deskPhases: phasesOf(site, probes.inconclusive),
  };
};

/** Scans a site's surface, as deep as the caller's tier goes. */
export const auditSurface: Handler<typeof securityScanEntry> = auditWith({
  entry: securityScanEntry,
  output: securityScanAnswer,
  judge: (site, depth) => scanAt(depth)(site),
});
