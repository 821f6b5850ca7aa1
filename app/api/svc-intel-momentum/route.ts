import { momentumEntry } from "@/lib/desks/momentum/entry";
import { momentum } from "@/lib/desks/momentum/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-momentum.generated";
import { sold } from "@/lib/sold";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = sold(momentumEntry, momentum, {
  challenge: CHALLENGE,
});
