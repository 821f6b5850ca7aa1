import { yieldsEntry } from "@/lib/desks/yields/entry";
import { yields } from "@/lib/desks/yields/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-yields.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(yieldsEntry, yields, {
  challenge: CHALLENGE,
});
