import { trenchesEntry } from "@/lib/catalog/intel/trenches";
import { trenches } from "@/lib/desks/trenches";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-trenches.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(trenchesEntry, trenches, { challenge: CHALLENGE });
