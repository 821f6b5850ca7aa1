import { securityHeadersEntry } from "@/lib/catalog/security/headers";
import { serve } from "@/lib/payments/serve";
import { auditGuard } from "@/lib/security/audit/admit-audit";
import { auditHeaders } from "@/lib/security/headers";

export const runtime = "edge";
export const POST = serve(securityHeadersEntry, auditHeaders, auditGuard);
