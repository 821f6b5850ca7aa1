import { serveFree } from "@/lib/payments/free-call/serve-free";
import { statusEntry } from "@/lib/status/entry";
import { status } from "@/lib/status/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(statusEntry, status);
