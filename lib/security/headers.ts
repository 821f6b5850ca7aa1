import { securityHeadersEntry } from "../catalog/security/headers";
import { securityHeadersTold } from "../catalog/security/headers.told";
import type { Handler } from "../handler";
import { observeSite } from "./audit/observe-site";
import { auditWith, type Site } from "./audit/run-audit";
import { adviseHeaders } from "./grade/advisories";
import { gradeHeaders } from "./grade/grade";

async function judge(site: Site) {
  const { observation } = await observeSite(site);
  const { grade, score, testsPassed, testsFailed, algorithm, rows } = gradeHeaders(observation);
  return {
    kind: "security-headers" as const,
    ...site.frame(),
    summary: { grade, score, testsPassed, testsFailed, algorithm },
    headers: [...rows],
    advisories: [...adviseHeaders(observation)],
  };
}

/** Judges a site's security headers, all of them. */
export const auditHeaders: Handler<typeof securityHeadersEntry> = auditWith({
  entry: securityHeadersEntry,
  output: securityHeadersTold.output,
  judge,
});
