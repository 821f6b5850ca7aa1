import { verdictEntry } from "@/lib/desks/verdict/entry";
import { verdict } from "@/lib/desks/verdict/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-verdict.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(verdictEntry, verdict, { challenge: CHALLENGE });
