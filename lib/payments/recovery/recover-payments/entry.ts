import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { RecoverPaymentsAnswer } from "./answer";

/** The scheduled route that recovers payments whose clients did not come back. */
export const recoverPaymentsEntry = defineRoute<RecoverPaymentsAnswer>()({
  path: "/api/cron/recover-payments",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "schedule",
  summary: "Recovers abandoned payments by the chain's evidence",
  input: z.strictObject({}),
  statuses: [503],
});
