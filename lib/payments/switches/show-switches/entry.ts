import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { SwitchesAnswer } from "../answer";

/** What is switched off, for the service's own people. */
export const showSwitchesEntry = defineRoute<SwitchesAnswer>()({
  path: "/api/operator/switches",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Which facilitators, chains and routes are switched off",
  input: z.strictObject({}),
  statuses: [503],
});
