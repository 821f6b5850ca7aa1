import { deskBriefEntry } from "@/lib/desks/desk-brief/entry";
import { deskBrief } from "@/lib/desks/desk-brief/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-desk-brief.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(deskBriefEntry, deskBrief, {
  challenge: CHALLENGE,
});
