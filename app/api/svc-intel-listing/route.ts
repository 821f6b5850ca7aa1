import { listingEntry } from "@/lib/desks/listing/entry";
import { listing } from "@/lib/desks/listing/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-listing.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(listingEntry, listing, { challenge: CHALLENGE });
