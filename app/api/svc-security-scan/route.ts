import { securityScanEntry } from "@/lib/catalog/security/scan";
import { CHALLENGE } from "@/lib/payments/challenges/svc-security-scan.generated";
import { serve } from "@/lib/payments/serve";
import { auditGuard } from "@/lib/security/audit/admit-audit";
import { auditSurface } from "@/lib/security/scan";

export const runtime = "edge";
export const POST = serve(securityScanEntry, auditSurface, { challenge: CHALLENGE, guard: auditGuard });
