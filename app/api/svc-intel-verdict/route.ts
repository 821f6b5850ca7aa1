import { verdictEntry } from "@/lib/catalog/intel/verdict";
import { verdict } from "@/lib/desks/verdict";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(verdictEntry, verdict);
