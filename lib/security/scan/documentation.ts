import { documentRoute } from "@/lib/catalog/document";
import { sampleRequest, sampleFrame } from "../audit/documentation";
import { securityScanAnswer } from "./answer";
import { securityScanEntry } from "./entry";

const NONE = { info: 0, low: 0, medium: 0, high: 0 };

export const securityScanDocumentation = documentRoute(securityScanEntry, {
  description:
    "Asks a site for its homepage, from a foreign origin and over plain http too, and for what often leaks (/.env, /.git), security.txt, robots.txt, sitemap and API documentation, with control requests that tell a leak from a site that answers anything. At guest depth the answer is the grades and the number of findings by severity and by what they are about (transport, cookies, CORS, headers, exposed files, disclosure). Only for sites that you may have scanned: send an allowlist and authorized: true. Where other scans of its network are under way, it waits for up to three seconds, then answers 503 `network_busy`, uncharged. Free with selfAudit: true for this service itself. After the launch of the service's token its holders' scans go deeper, by tier: `X-Token-Holder-Wallet`.",
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
          categoryCounts: {
            transport: { info: 0, low: 1, medium: 0, high: 0 },
            cookies: NONE,
            cors: NONE,
            headers: NONE,
            exposedFiles: { info: 0, low: 0, medium: 0, high: 1 },
            disclosure: { info: 1, low: 0, medium: 0, high: 0 },
          },
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
