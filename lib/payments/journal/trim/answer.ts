import * as z from "zod";

export const trimJournalAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  days: z
    .array(
      z.object({
        date: z.string(),
        became: z
          .enum(["trimmed", "open", "gone", "differs"])
          .describe(
            "trimmed: let go. open: the day isn't over. gone: nothing is there. differs: other lines than were exported; export again.",
          ),
      }),
    )
    .describe("What became of each day."),
});
export type TrimJournalAnswer = z.input<typeof trimJournalAnswer>;
