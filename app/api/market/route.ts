import { marketEntry } from "@/lib/desks/market/entry";
import { market } from "@/lib/desks/market/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(marketEntry, market);
