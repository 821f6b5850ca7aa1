import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-security-readiness.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serve } from "@/lib/serve";
import { scoutGuard } from "@/lib/security/audit/holder";
import { securityReadinessEntry } from "@/lib/security/readiness/entry";
import { auditReadiness } from "@/lib/security/readiness/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(securityReadinessEntry, auditReadiness, {
  challenge: CHALLENGE,
  guard: scoutGuard,
  answerFree,
});
