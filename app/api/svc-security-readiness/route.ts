import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-security-readiness.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";
import { scoutGuard } from "@/lib/security/audit/holder";
import { securityReadinessEntry } from "@/lib/security/readiness/entry";
import { auditReadiness } from "@/lib/security/readiness/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(
  securityReadinessEntry,
  auditReadiness,
  {
    challenge: CHALLENGE,
    guard: scoutGuard,
    answerFree,
  },
);
