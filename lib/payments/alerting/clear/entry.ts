import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ClearAlertAnswer } from "./answer";

/** Ends an alert that a log event raised, after a person has looked. */
export const clearAlertEntry = defineRoute<ClearAlertAnswer>()({
  path: "/api/operator/alerts",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Clears an alert that a log event raised",
  input: z.strictObject({ clear: z.string().describe("The alert's name.") }),
});
