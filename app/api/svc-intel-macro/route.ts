import { macroEntry } from "@/lib/desks/macro/entry";
import { macro } from "@/lib/desks/macro/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-macro.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";
import { holderGuard } from "@/lib/token/holder/free-desk";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(macroEntry, macro, {
  challenge: CHALLENGE,
  guard: holderGuard,
  answerFree,
});
