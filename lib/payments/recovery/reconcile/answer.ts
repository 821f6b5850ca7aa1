import * as z from "zod";

const baseUnits = z.string().regex(/^-?\d+$/);

const count = z.int().min(0);

export const reconcileAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  chains: z
    .array(
      z.object({
        network: z.string().describe("CAIP-2 id."),
        asset: z.string().describe("What the wallet receives: its contract or mint."),
        wallet: z.string().describe("Whose balance it is; another one is compared from its own beginning."),
        since: z.iso.datetime().nullable().describe("The last comparison; null at the first."),
        received: baseUnits
          .nullable()
          .describe(
            "What the wallet gained; negative after a withdrawal. Null at the first comparison, and where the chain could not be asked: the next one has it.",
          ),
        sold: baseUnits.nullable().describe("What the ledger closed as sold."),
        difference: baseUnits.nullable().describe("Received less sold: 0 when chain and ledger agree."),
        open: z
          .int()
          .min(0)
          .describe("Payments of all chains that wait to be closed; they explain a difference."),
        transfers: z
          .object({
            known: count.describe("Of sales, or of payments that the ledger has a record of."),
            dust: count.describe("Less than any answer costs."),
            unasked: count.describe("No price of ours, or no payment: sent by mistake, or by ourselves."),
            owed: count.describe("Payments that the ledger knows nothing of: they are on the list of debts."),
            untold: count.describe("Not shown by the node, or too old for the ledger to know."),
            isBehind: z.boolean().describe("There are more, which the next comparison takes."),
          })
          .nullable()
          .describe(
            "What arrived since the last comparison, one by one; null where the chain could not be asked.",
          ),
      }),
    )
    .describe("One row a receiving wallet, in the order of the networks."),
});
export type ReconcileAnswer = z.input<typeof reconcileAnswer>;
