import type { Handler } from "@/lib/handler";
import { fetchReadiness } from "../audit/fetch-readiness";
import { notesOnReadiness } from "../audit/frame";
import { auditWith } from "../audit/run-audit";
import type { Site } from "../audit/visit-site";
import { securityReadinessAnswer } from "./answer";
import { securityReadinessEntry } from "./entry";
import { judgeReadiness, scoresOf } from "./readiness";

async function judge(site: Site) {
  const readiness = judgeReadiness(await fetchReadiness(site));
  const { score, earned, judged, rows } = readiness;
  const frame = site.frame();
  return {
    kind: securityReadinessEntry.label,
    ...frame,
    notes: [...frame.notes, ...notesOnReadiness(readiness)],
    summary: { score, earned, judged },
    scores: scoresOf(rows),
    readiness: [...rows],
  };
}

/** Judges how ready a site is for agents, check by check. */
export const auditReadiness: Handler<typeof securityReadinessEntry> = auditWith({
  entry: securityReadinessEntry,
  output: securityReadinessAnswer,
  judge,
});
