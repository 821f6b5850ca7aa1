import { recoverPaymentsEntry } from "@/lib/payments/recovery/recover-payments/entry";
import { recoverOnSchedule } from "@/lib/payments/recovery/recover-payments/scheduled";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(recoverPaymentsEntry, recoverOnSchedule);
