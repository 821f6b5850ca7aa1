import { recoverPaymentsEntry } from "@/lib/payments/recovery/recover-payments/entry";
import { recoverPayments } from "@/lib/payments/recovery/recover-payments/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const GET = serveFree(recoverPaymentsEntry, recoverPayments);
