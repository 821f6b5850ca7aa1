import { trenchesResearchEntry } from "@/lib/catalog/intel/trenches-research";
import { trenchesResearch } from "@/lib/desks/trenches-research";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(trenchesResearchEntry, trenchesResearch);
