import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { auditInput, AUDIT_LIMITS } from "../audit/vocabulary";
import type { SecurityHeadersAnswer } from "./answer";

export const securityHeadersEntry = defineRoute<SecurityHeadersAnswer>()({
  path: "/api/svc-security-headers",
  method: "POST",
  desk: "security",
  tier: "raw",
  gate: "guarded",
  summary: "A site's security headers, each judged, with a grade",
  input: z.strictObject(auditInput),
  limits: AUDIT_LIMITS,
  statuses: [403, 503],
  holders: "audits",
  sometimesFree: true,
});
