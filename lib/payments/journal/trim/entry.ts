import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { TrimJournalAnswer } from "./answer";

/** Acknowledges an export: only then are a day's lines let go. */
export const trimJournalEntry = defineRoute<TrimJournalAnswer>()({
  path: "/api/operator/journal",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Lets go of days of the journal that were exported",
  input: z.strictObject({
    exported: z
      .array(z.strictObject({ date: z.iso.date(), lines: z.int().min(1) }))
      .max(31)
      .default([])
      .describe("Each day that was exported and stored elsewhere, with the number of its lines there."),
  }),
  statuses: [503],
});
