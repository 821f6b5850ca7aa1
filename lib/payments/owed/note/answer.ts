import * as z from "zod";
import { listedPayment } from "../list/answer";

export const noteDebtAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  payments: z
    .array(listedPayment)
    .describe("The payments to us in the transaction, as the ledger knows them now: new debts are `debt`."),
});
export type NoteDebtAnswer = z.input<typeof noteDebtAnswer>;
