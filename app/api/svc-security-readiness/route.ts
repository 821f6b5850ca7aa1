import { securityReadinessEntry } from "@/lib/catalog/security/readiness";
import { serve } from "@/lib/payments/serve";
import { auditGuard } from "@/lib/security/audit/admit-audit";
import { auditReadiness } from "@/lib/security/readiness";

export const runtime = "edge";
export const POST = serve(securityReadinessEntry, auditReadiness, auditGuard);
