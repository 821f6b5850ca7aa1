import { scoreSignalsEntry } from "@/lib/lounge/score-signals/entry";
import { scoreSignals } from "@/lib/lounge/score-signals/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(scoreSignalsEntry, scoreSignals);
