import { verdictEntry } from "@/lib/desks/verdict/entry";
import { verdict } from "@/lib/desks/verdict/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-verdict.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(verdictEntry, verdict, {
  challenge: CHALLENGE,
});
