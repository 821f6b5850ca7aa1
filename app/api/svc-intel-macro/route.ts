import { macroEntry } from "@/lib/desks/macro/entry";
import { macro } from "@/lib/desks/macro/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-macro.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const POST = serve(macroEntry, macro, { challenge: CHALLENGE });
