import { securityHeadersEntry } from "@/lib/catalog/security/headers";
import { CHALLENGE } from "@/lib/payments/challenges/svc-security-headers.generated";
import { serve } from "@/lib/payments/serve";
import { auditGuard } from "@/lib/security/audit/admit-audit";
import { auditHeaders } from "@/lib/security/headers";

export const runtime = "edge";
export const POST = serve(securityHeadersEntry, auditHeaders, { challenge: CHALLENGE, guard: auditGuard });
