import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { auditInput, AUDIT_LIMITS } from "../audit/vocabulary";
import type { SecurityHeadersAnswer } from "./answer";

export const securityHeadersEntry = defineRoute<SecurityHeadersAnswer>()({
  path: "/api/svc-security-headers",
  method: "POST",
  label: "security-headers",
  desk: "security",
  tier: "raw",
  gate: "guarded",
  audience: "public",
  summary: "A site's security headers, each judged, with a grade",
  input: z.strictObject(auditInput),
  coverage: {},
  freshnessSec: null,
  limits: AUDIT_LIMITS,
  tool: "security_headers",
  statuses: [403, 503],
});
