import { documentRoute } from "@/lib/catalog/document";
import { sampleRequest, sampleFrame } from "../audit/documentation";
import { securityScanAnswer } from "./answer";
import { securityScanEntry } from "./entry";

export const securityScanDocumentation = documentRoute(securityScanEntry, {
  description:
    "Asks a site for its homepage, from a foreign origin and over plain http too, and for what often leaks (/.env, /.git), security.txt, robots.txt, sitemap and API documentation, with control requests that tell a leak from a site that answers anything. At guest depth the answer is the grades and the number of findings by severity. Only for sites that you may have scanned: send an allowlist and authorized: true. Free with selfAudit: true for this service itself.",
  output: securityScanAnswer,
  sample: {
    input: sampleRequest,
    output: {
      ...sampleFrame,
      kind: securityScanEntry.label,
      requests: 18,
      summary: { overallGrade: "F", surfaceGrade: "elevated", surfaceFindings: 3 },
      readiness: null,
      headers: null,
      breakdown: {
        surface: {
          severityCounts: { info: 1, low: 1, medium: 0, high: 1 },
          findings: [],
          probes: { asked: 12, inconclusive: 0 },
          paths: null,
        },
      },
      deskModules: [
        { id: "surface-counts", title: "Grades and findings by severity", tier: "Guest", status: "live" },
      ],
      deskPhases: [{ id: "scope", title: "Target, attestation and allowlist were judged", status: "done" }],
    },
  },
});
