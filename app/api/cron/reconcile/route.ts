import { reconcileEntry } from "@/lib/payments/recovery/reconcile/entry";
import { reconcileOnSchedule } from "@/lib/payments/recovery/reconcile/scheduled";
import { serveSchedule } from "@/lib/payments/free-call/serve-schedule";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveSchedule(reconcileEntry, reconcileOnSchedule);
