import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { auditInput, AUDIT_LIMITS } from "../audit/vocabulary";
import type { SecurityScanAnswer } from "./answer";

export const securityScanEntry = defineRoute<SecurityScanAnswer>()({
  path: "/api/svc-security-scan",
  method: "POST",
  desk: "security",
  tier: "signal",
  gate: "guarded",
  summary: "A passive scan of a site's surface: a grade and how many findings of each severity",
  input: z.strictObject({
    ...auditInput,
    selfAudit: z
      .boolean()
      .optional()
      .describe(
        "True for a free scan of this service itself, and of nothing else; then allowlist and authorized are not needed.",
      ),
  }),
  limits: AUDIT_LIMITS,
  statuses: [403, 503],
  holders: "depth",
  sometimesFree: true,
});
