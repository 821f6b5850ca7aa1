import { wireEntry } from "@/lib/catalog/intel/wire";
import { wire } from "@/lib/desks/wire";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(wireEntry, wire);
