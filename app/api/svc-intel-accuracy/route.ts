import { accuracy } from "@/lib/accuracy/handlers";
import { accuracyEntry } from "@/lib/catalog/intel/accuracy";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(accuracyEntry, accuracy);
