import { scoreVerdictsEntry } from "@/lib/accuracy/score-verdicts/entry";
import { scoreVerdicts } from "@/lib/accuracy/score-verdicts/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(scoreVerdictsEntry, scoreVerdicts);
