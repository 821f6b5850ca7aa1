import { serveFree } from "@/lib/payments/free-call/serve-free";
import { metricsEntry } from "@/lib/payments/metrics/entry";
import { metrics } from "@/lib/payments/metrics/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(metricsEntry, metrics);
