import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { CanaryAnswer } from "./answer";

/** The scheduled route that reads every provider live. */
export const canaryEntry = defineRoute<CanaryAnswer>()({
  path: "/api/cron/canary",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "schedule",
  summary: "Reads every provider live and names those that changed",
  input: z.strictObject({}),
  statuses: [503],
});
