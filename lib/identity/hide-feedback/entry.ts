import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { feedbackIdInput, TAKEN_DOWN_REASONS } from "../feedback/vocabulary";
import type { HideFeedbackAnswer } from "./answer";

/** Takes a feedback file down for good, for the service's own people. */
export const hideFeedbackEntry = defineRoute<HideFeedbackAnswer>()({
  path: "/api/operator/hidden-feedback",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Takes a feedback file down for good",
  input: z.strictObject({
    id: feedbackIdInput,
    reason: z.enum(TAKEN_DOWN_REASONS).describe("Told to whoever follows its address."),
  }),
  statuses: [404],
});
