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
  signals: z.array(listedSignal).describe("Newest first, the unproved among them."),
  nextCursor: nextCursorField,
});
export type LoungeCreatorAnswer = z.input<typeof loungeCreatorAnswer>;
