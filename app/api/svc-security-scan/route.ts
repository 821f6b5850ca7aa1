import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-security-scan.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";
import { depthGuard } from "@/lib/security/audit/holder";
import { securityScanEntry } from "@/lib/security/scan/entry";
import { auditSurface } from "@/lib/security/scan/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(securityScanEntry, auditSurface, {
  challenge: CHALLENGE,
  guard: depthGuard,
  answerFree,
});
