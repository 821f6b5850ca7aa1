import { trenchesEntry } from "@/lib/desks/trenches/entry";
import { trenches } from "@/lib/desks/trenches/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-trenches.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(trenchesEntry, trenches, {
  challenge: CHALLENGE,
});
