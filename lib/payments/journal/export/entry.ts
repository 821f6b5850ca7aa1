import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ExportJournalAnswer } from "./answer";

/** A month of the sales journal, for its operators' books. */
export const exportJournalEntry = defineRoute<ExportJournalAnswer>()({
  path: "/api/operator/journal",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "A month of the sales journal as CSV",
  input: z.strictObject({
    month: z
      .string()
      .regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, "must be a month, such as 2026-11")
      .optional()
      .describe("Month (UTC); the present one by default."),
    after: z
      .string()
      .regex(/^[0-9]{5}:([0-9]{1,15}-[0-9]{1,9})?$/, "must be the `next` of the page before")
      .optional()
      .describe("Where the page before ended: its `next`."),
  }),
  statuses: [503],
});
