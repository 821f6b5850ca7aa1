import { macroEntry } from "@/lib/catalog/intel/macro";
import { macro } from "@/lib/desks/macro";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-macro.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(macroEntry, macro, { challenge: CHALLENGE });
