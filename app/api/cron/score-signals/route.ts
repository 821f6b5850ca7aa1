import { scoreSignalsEntry } from "@/lib/lounge/score-signals/entry";
import { scoreSignals } from "@/lib/lounge/score-signals/handler";
import { serveSchedule } from "@/lib/payments/free-call/serve-schedule";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveSchedule(scoreSignalsEntry, scoreSignals);
