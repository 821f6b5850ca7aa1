import { serveFree } from "@/lib/payments/free-call/serve-free";
import { tokenBurnsEntry } from "@/lib/token/burns/entry";
import { tokenBurns } from "@/lib/token/burns/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(tokenBurnsEntry, tokenBurns);
