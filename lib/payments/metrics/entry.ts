import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { MetricsAnswer } from "./answer";

/** How the service does, and what of it needs a person. */
export const metricsEntry = defineRoute<MetricsAnswer>()({
  path: "/api/operator/metrics",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Metrics and alerts of the till",
  input: z.strictObject({}),
});
