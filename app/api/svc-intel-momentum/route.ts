import { momentumEntry } from "@/lib/desks/momentum/entry";
import { momentum } from "@/lib/desks/momentum/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-momentum.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(momentumEntry, momentum, { challenge: CHALLENGE });
