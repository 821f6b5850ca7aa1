import { tvlEntry } from "@/lib/desks/tvl/entry";
import { tvl } from "@/lib/desks/tvl/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-tvl.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const POST = serve(tvlEntry, tvl, { challenge: CHALLENGE });
