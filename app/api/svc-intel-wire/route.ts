import { wireEntry } from "@/lib/desks/wire/entry";
import { wire } from "@/lib/desks/wire/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-wire.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const POST = serve(wireEntry, wire, { challenge: CHALLENGE });
