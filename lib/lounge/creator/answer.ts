import * as z from "zod";
import { listedSignal, nextCursorField } from "../feed/answer";

export const loungeCreatorAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  wallet: z.string().describe("The wallet, in lower case on EVM chains."),
  totals: z
    .object({
      payment: z.int().describe("Signals that this wallet paid for itself."),
      "sign-in": z.int().describe("Signals whose very text it signed for."),
      unproved: z
        .int()
        .describe("Signals that name it, as anybody may: no work of this creator's by any proof."),
    })
    .describe("How many signals name this wallet, by how far that is proved. None can be taken back."),
  record: z
    .object({
      scored: z.int().describe("Calls that count and were scored: hits and misses."),
      hits: z.int().describe("Those that came true by their stance's rule."),
      misses: z.int().describe("Those that did not."),
      voids: z.int().describe("Those that no price or past could be found for."),
      hitRate: z.number().nullable().describe("Hits ÷ scored; null below 30."),
      baseRate: z
        .number()
        .nullable()
        .describe("How often the same rules came true anyway, a mean over these calls; null below 30."),
      interval95: z
        .object({ low: z.number().describe("Low end."), high: z.number().describe("High end.") })
        .nullable()
        .describe("Wilson's interval of the hit rate; null below 30."),
      statement: z.string().describe("What the record shows, in a sentence."),
    })
    .describe("Of its proved signals with asset and stance, the first on each asset of each UTC day."),
  signals: z.array(listedSignal).describe("Newest first, the unproved among them."),
  nextCursor: nextCursorField,
});
export type LoungeCreatorAnswer = z.input<typeof loungeCreatorAnswer>;
