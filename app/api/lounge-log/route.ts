import { loungeLogEntry } from "@/lib/lounge/log-state/entry";
import { loungeLog } from "@/lib/lounge/log-state/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(loungeLogEntry, loungeLog);
