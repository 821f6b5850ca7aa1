import { trenchesResearchEntry } from "@/lib/desks/trenches-research/entry";
import { trenchesResearch } from "@/lib/desks/trenches-research/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(trenchesResearchEntry, trenchesResearch);
