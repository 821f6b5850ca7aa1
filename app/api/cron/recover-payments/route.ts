import { serveSchedule } from "@/lib/payments/free-call/serve-schedule";
import { recoverPaymentsEntry } from "@/lib/payments/recovery/recover-payments/entry";
import { recoverOnSchedule } from "@/lib/payments/recovery/recover-payments/scheduled";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveSchedule(recoverPaymentsEntry, recoverOnSchedule);
