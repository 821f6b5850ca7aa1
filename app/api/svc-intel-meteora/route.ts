import { meteoraEntry } from "@/lib/desks/meteora/entry";
import { pools } from "@/lib/desks/meteora/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-meteora.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(meteoraEntry, pools, {
  challenge: CHALLENGE,
});
