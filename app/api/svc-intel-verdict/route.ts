import { verdictEntry } from "@/lib/catalog/intel/verdict";
import { verdict } from "@/lib/desks/verdict";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-verdict.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(verdictEntry, verdict, { challenge: CHALLENGE });
