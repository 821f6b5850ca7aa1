import { reconcileEntry } from "@/lib/payments/reconcile/entry";
import { reconcile } from "@/lib/payments/reconcile/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(reconcileEntry, reconcile);
