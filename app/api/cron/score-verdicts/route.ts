import { scoreVerdictsEntry } from "@/lib/accuracy/score-verdicts/entry";
import { scoreVerdicts } from "@/lib/accuracy/score-verdicts/handler";
import { serveSchedule } from "@/lib/payments/free-call/serve-schedule";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveSchedule(scoreVerdictsEntry, scoreVerdicts);
