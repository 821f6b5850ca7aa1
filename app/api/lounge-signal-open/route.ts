import { signalOpenEntry } from "@/lib/lounge/open/entry";
import { openGuard } from "@/lib/lounge/open/guard";
import { openSignal } from "@/lib/lounge/open/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/lounge-signal-open.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(signalOpenEntry, openSignal, {
  challenge: CHALLENGE,
  guard: openGuard,
  answerFree,
});
