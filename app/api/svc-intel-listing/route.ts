import { listingEntry } from "@/lib/catalog/intel/listing";
import { listing } from "@/lib/desks/listing";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-listing.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(listingEntry, listing, { challenge: CHALLENGE });
