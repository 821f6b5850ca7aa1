import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { HIDDEN_REASONS, signalIdField } from "../vocabulary";
import type { HideSignalAnswer } from "./answer";

/** Takes a signal out of the lounge for good, for the service's own people. */
export const hideSignalEntry = defineRoute<HideSignalAnswer>()({
  path: "/api/operator/hidden-signals",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Hides a creator's signal for good",
  input: z.strictObject({
    signalId: signalIdField,
    reason: z
      .enum(HIDDEN_REASONS)
      .describe("Shown to everybody. All but spam erase buyers' kept answers, too."),
  }),
  statuses: [404],
});
