import { listingEntry } from "@/lib/desks/listing/entry";
import { listing } from "@/lib/desks/listing/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-listing.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(listingEntry, listing, {
  challenge: CHALLENGE,
});
