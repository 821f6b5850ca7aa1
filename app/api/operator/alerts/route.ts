import { clearAlertEntry } from "@/lib/payments/alerting/clear/entry";
import { clearAlert } from "@/lib/payments/alerting/clear/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(clearAlertEntry, clearAlert);
