import { cardEntry } from "@/lib/identity/card/entry";
import { getCard } from "@/lib/identity/card/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(cardEntry, getCard);
