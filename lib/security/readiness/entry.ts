import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { auditInput, AUDIT_LIMITS } from "../audit/vocabulary";
import type { SecurityReadinessAnswer } from "./answer";

export const securityReadinessEntry = defineRoute<SecurityReadinessAnswer>()({
  path: "/api/svc-security-readiness",
  method: "POST",
  desk: "security",
  tier: "raw",
  gate: "guarded",
  summary: "How ready a site is for agents, check by check",
  input: z.strictObject(auditInput),
  limits: AUDIT_LIMITS,
  statuses: [403, 503],
  holders: "audits",
  sometimesFree: true,
});
