import { tvlEntry } from "@/lib/catalog/intel/tvl";
import { tvl } from "@/lib/desks/tvl";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-tvl.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(tvlEntry, tvl, { challenge: CHALLENGE });
