import { momentumEntry } from "@/lib/desks/momentum/entry";
import { momentum } from "@/lib/desks/momentum/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-momentum.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(momentumEntry, momentum, {
  challenge: CHALLENGE,
});
