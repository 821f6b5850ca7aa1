import * as z from "zod";
import { listedPayment } from "../list/answer";

export const noteDebtAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  payments: z
    .array(listedPayment)
    .describe("The payments to us in the transaction, as the ledger knows them now: new debts are `debt`."),
  said: z
    .array(
      z.object({
        payment: z.string(),
        became: z.enum(["noted", "known", "claimed"]),
        message: z.string().describe("Why it is a debt or none, for a person."),
      }),
    )
    .describe("What came of each; one that a call holds may have no record a moment later."),
});
export type NoteDebtAnswer = z.input<typeof noteDebtAnswer>;
