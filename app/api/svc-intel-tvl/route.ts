import { tvlEntry } from "@/lib/catalog/intel/tvl";
import { tvl } from "@/lib/desks/tvl";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(tvlEntry, tvl);
