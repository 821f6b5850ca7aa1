import { a2aPipelineEntry } from "@/lib/catalog/intel/a2a-pipeline";
import { a2aPipeline } from "@/lib/desks/a2a-pipeline";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(a2aPipelineEntry, a2aPipeline);
