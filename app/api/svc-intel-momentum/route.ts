import { momentumEntry } from "@/lib/catalog/intel/momentum";
import { momentum } from "@/lib/desks/momentum";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-momentum.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(momentumEntry, momentum, { challenge: CHALLENGE });
