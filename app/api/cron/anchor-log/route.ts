import { anchorLogEntry } from "@/lib/lounge/anchor-log/entry";
import { anchorLogRoute } from "@/lib/lounge/anchor-log/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(anchorLogEntry, anchorLogRoute);
