import * as z from "zod";

const baseUnits = z.string().regex(/^-?\d+$/);

export const reconcileAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  chains: z
    .array(
      z.object({
        network: z.string().describe("CAIP-2 id."),
        asset: z.string().describe("What the wallet receives: its contract or mint."),
        since: z.iso.datetime().nullable().describe("The last comparison; null at the first."),
        received: baseUnits.nullable().describe("What the wallet gained; negative after a withdrawal."),
        sold: baseUnits.nullable().describe("What the ledger closed as sold."),
        difference: baseUnits.nullable().describe("Received less sold: 0 when chain and ledger agree."),
        open: z
          .int()
          .min(0)
          .describe("Payments of all chains that wait to be closed; they explain a difference."),
      }),
    )
    .describe("One row a receiving wallet, in the order of the networks."),
});
export type ReconcileAnswer = z.input<typeof reconcileAnswer>;
