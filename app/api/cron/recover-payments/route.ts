import { serveFree } from "@/lib/payments/free-call/serve-free";
import { recoverPaymentsEntry } from "@/lib/payments/recovery/recover-payments/entry";
import { recoverOnSchedule } from "@/lib/payments/recovery/recover-payments/scheduled";

export const runtime = "edge";
export const GET = serveFree(recoverPaymentsEntry, recoverOnSchedule);
