import { reconcileEntry } from "@/lib/payments/recovery/reconcile/entry";
import { reconcile } from "@/lib/payments/recovery/reconcile/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(reconcileEntry, reconcile);
