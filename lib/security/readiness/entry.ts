import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { auditInput, AUDIT_LIMITS } from "../audit/vocabulary";
import type { SecurityReadinessAnswer } from "./answer";

export const securityReadinessEntry = defineRoute<SecurityReadinessAnswer>()({
  path: "/api/svc-security-readiness",
  method: "POST",
  label: "security-readiness",
  desk: "security",
  tier: "raw",
  gate: "guarded",
  audience: "public",
  summary: "How ready a site is for agents, check by check",
  input: z.strictObject(auditInput),
  coverage: {},
  freshnessSec: null,
  limits: AUDIT_LIMITS,
  tool: "security_readiness",
  statuses: [403, 503],
});
