import { canaryEntry } from "@/lib/canary/entry";
import { canary } from "@/lib/canary/handler";
import { serveSchedule } from "@/lib/payments/free-call/serve-schedule";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveSchedule(canaryEntry, canary);
