import { a2aPipelineEntry } from "@/lib/catalog/intel/a2a-pipeline";
import { a2aPipeline } from "@/lib/desks/a2a-pipeline";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-a2a-pipeline.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(a2aPipelineEntry, a2aPipeline, { challenge: CHALLENGE });
