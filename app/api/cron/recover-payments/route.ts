import { recoverPaymentsEntry } from "@/lib/payments/recovery/recover-payments/entry";
import { recoverPayments } from "@/lib/payments/recovery/recover-payments/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(recoverPaymentsEntry, recoverPayments);
