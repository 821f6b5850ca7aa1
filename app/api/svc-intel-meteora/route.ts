import { meteoraEntry } from "@/lib/catalog/intel/meteora";
import { pools } from "@/lib/desks/meteora";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(meteoraEntry, pools);
