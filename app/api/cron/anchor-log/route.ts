import { anchorLogEntry } from "@/lib/lounge/anchor-log/entry";
import { anchorLogRoute } from "@/lib/lounge/anchor-log/handler";
import { serveSchedule } from "@/lib/payments/free-call/serve-schedule";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveSchedule(anchorLogEntry, anchorLogRoute);
