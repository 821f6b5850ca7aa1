import { rwaBadgesEntry } from "@/lib/lounge/rwa-badges/entry";
import { rwaBadges } from "@/lib/lounge/rwa-badges/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(rwaBadgesEntry, rwaBadges);
