import { momentumEntry } from "@/lib/catalog/intel/momentum";
import { momentum } from "@/lib/desks/momentum";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(momentumEntry, momentum);
