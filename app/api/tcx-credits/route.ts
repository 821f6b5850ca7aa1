import { serveFree } from "@/lib/payments/free-call/serve-free";
import { tcxCreditsEntry } from "@/lib/token/credits/entry";
import { tcxCredits } from "@/lib/token/credits/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(tcxCreditsEntry, tcxCredits);
