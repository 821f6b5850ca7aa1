import { scalpEntry } from "@/lib/catalog/intel/scalp";
import { scalp } from "@/lib/desks/scalp";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-scalp.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(scalpEntry, scalp, { challenge: CHALLENGE });
