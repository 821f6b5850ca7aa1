import { whalesEntry } from "@/lib/desks/whales/entry";
import { whales } from "@/lib/desks/whales/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-whales.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";
import { holderGuard } from "@/lib/token/holder/free-desk";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(whalesEntry, whales, {
  challenge: CHALLENGE,
  guard: holderGuard,
  answerFree,
});
