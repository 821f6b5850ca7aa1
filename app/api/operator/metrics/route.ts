import { serveFree } from "@/lib/payments/free-call/serve-free";
import { metricsEntry } from "@/lib/payments/metrics/entry";
import { metrics } from "@/lib/payments/metrics/handler";

export const runtime = "edge";
export const GET = serveFree(metricsEntry, metrics);
