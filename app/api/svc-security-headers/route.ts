import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-security-headers.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";
import { scoutGuard } from "@/lib/security/audit/holder";
import { securityHeadersEntry } from "@/lib/security/headers/entry";
import { auditHeaders } from "@/lib/security/headers/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(
  securityHeadersEntry,
  auditHeaders,
  {
    challenge: CHALLENGE,
    guard: scoutGuard,
    answerFree,
  },
);
