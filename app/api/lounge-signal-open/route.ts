import { signalOpenEntry } from "@/lib/lounge/open/entry";
import { openGuard } from "@/lib/lounge/open/guard";
import { openSignal } from "@/lib/lounge/open/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/lounge-signal-open.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(signalOpenEntry, openSignal, {
  challenge: CHALLENGE,
  guard: openGuard,
  answerFree,
});
