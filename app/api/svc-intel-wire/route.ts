import { wireEntry } from "@/lib/catalog/intel/wire";
import { wire } from "@/lib/desks/wire";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-wire.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(wireEntry, wire, { challenge: CHALLENGE });
