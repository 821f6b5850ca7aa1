import { meteoraEntry } from "@/lib/catalog/intel/meteora";
import { pools } from "@/lib/desks/meteora";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-meteora.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(meteoraEntry, pools, { challenge: CHALLENGE });
