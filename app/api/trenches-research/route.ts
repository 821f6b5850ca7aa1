import { trenchesResearchEntry } from "@/lib/desks/trenches-research/entry";
import { trenchesResearch } from "@/lib/desks/trenches-research/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(trenchesResearchEntry, trenchesResearch);
