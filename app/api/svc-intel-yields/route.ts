import { yieldsEntry } from "@/lib/catalog/intel/yields";
import { yields } from "@/lib/desks/yields";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(yieldsEntry, yields);
