import { scalpEntry } from "@/lib/desks/scalp/entry";
import { scalp } from "@/lib/desks/scalp/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-scalp.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(scalpEntry, scalp, {
  challenge: CHALLENGE,
});
