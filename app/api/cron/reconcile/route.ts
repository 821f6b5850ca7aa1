import { reconcileEntry } from "@/lib/payments/recovery/reconcile/entry";
import { reconcile } from "@/lib/payments/recovery/reconcile/handler";
import { serveSchedule } from "@/lib/payments/free-call/serve-schedule";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveSchedule(reconcileEntry, reconcile);
