import { canaryEntry } from "@/lib/canary/entry";
import { canary } from "@/lib/canary/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(canaryEntry, canary);
