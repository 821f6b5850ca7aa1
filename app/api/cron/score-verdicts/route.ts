import { scoreVerdicts } from "@/lib/accuracy/handlers";
import { scoreVerdictsEntry } from "@/lib/catalog/operations";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(scoreVerdictsEntry, scoreVerdicts);
