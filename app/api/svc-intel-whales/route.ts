import { whalesEntry } from "@/lib/desks/whales/entry";
import { whales } from "@/lib/desks/whales/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-whales.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const POST = serve(whalesEntry, whales, { challenge: CHALLENGE });
