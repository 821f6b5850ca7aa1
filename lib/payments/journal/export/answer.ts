import * as z from "zod";

export const exportJournalAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  month: z.string().describe("The month."),
  header: z.string().describe("The columns of the CSV."),
  rows: z.array(z.string()).describe("Lines of the CSV, oldest first; at most 1,000 a page."),
  next: z
    .string()
    .nullable()
    .describe("`after` of the next page; null on the last. A page before it may have no rows."),
  days: z
    .array(z.object({ date: z.string(), lines: z.int().min(0) }))
    .describe("The month's days that the journal holds, and how many lines each has."),
});
export type ExportJournalAnswer = z.input<typeof exportJournalAnswer>;
