import { reconcileEntry } from "@/lib/catalog/operations";
import { reconcile } from "@/lib/payments/reconcile";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(reconcileEntry, reconcile);
