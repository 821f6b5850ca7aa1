import { signalPublishEntry } from "@/lib/lounge/publish/entry";
import { publishGuard } from "@/lib/lounge/publish/guard";
import { publishSignal } from "@/lib/lounge/publish/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/lounge-signal-publish.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(
  signalPublishEntry,
  publishSignal,
  {
    challenge: CHALLENGE,
    guard: publishGuard,
    answerFree,
  },
);
