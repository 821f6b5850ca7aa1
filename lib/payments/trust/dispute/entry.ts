import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { DisputeAnswer } from "./answer";

/** A sale of which our nodes disagree: they are asked anew, or a person decides. */
export const disputeEntry = defineRoute<DisputeAnswer>()({
  path: "/api/operator/disputes",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Asks every node about a disputed sale, or decides it",
  input: z.strictObject({
    payment: z.string().max(300).default("").describe("The payment's key, as the lists show it."),
    decision: z
      .enum(["paid", "unpaid"])
      .optional()
      .describe("What a person found on the chain. Without it the nodes are asked anew."),
  }),
  answers: [200, 409],
  statuses: [404, 503],
});
