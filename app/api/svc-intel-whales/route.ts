import { whalesEntry } from "@/lib/catalog/intel/whales";
import { whales } from "@/lib/desks/whales";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-whales.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(whalesEntry, whales, { challenge: CHALLENGE });
