import { macroEntry } from "@/lib/desks/macro/entry";
import { macro } from "@/lib/desks/macro/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-macro.generated";
import { answerFree } from "@/lib/payments/free-call/answer-free";
import { sold } from "@/lib/sold";
import { holderGuard } from "@/lib/token/holder/free-desk";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = sold(macroEntry, macro, {
  challenge: CHALLENGE,
  guard: holderGuard,
  answerFree,
});
