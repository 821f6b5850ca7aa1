import * as z from "zod";
import { closeBooksEntry, reconcileEntry } from "./operations";
import { tell } from "./tell";

const closeBooksAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  looked: z.int().min(0).describe("Abandoned payments that were looked up."),
  settled: z.int().min(0).describe("Those that had moved; their answers can be read now."),
  released: z.int().min(0).describe("Those that moved nothing and never will."),
  open: z.int().min(0).describe("Those that the chain does not decide yet."),
});
export type CloseBooksAnswer = z.input<typeof closeBooksAnswer>;

export const closeBooksTold = tell(closeBooksEntry, {
  description:
    "Looks up payments that were left between intent and settlement, and settles or releases each by what the chain says.",
  output: closeBooksAnswer,
  sample: { input: {}, output: { ok: true, looked: 3, settled: 1, released: 1, open: 1 } },
});

const baseUnits = z.string().regex(/^-?\d+$/);

const reconcileAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  chains: z
    .array(
      z.object({
        network: z.string().describe("CAIP-2 id."),
        since: z.iso.datetime().nullable().describe("The last comparison; null at the first."),
        received: baseUnits.nullable().describe("What the wallet gained; negative after a withdrawal."),
        sold: baseUnits.nullable().describe("What the ledger closed as sold."),
        difference: baseUnits.nullable().describe("Received less sold: 0 when the books agree."),
        open: z
          .int()
          .min(0)
          .describe("Payments of all chains that wait to be closed; they explain a difference."),
      }),
    )
    .describe("One row a receiving wallet, in the order of the networks."),
});
export type ReconcileAnswer = z.input<typeof reconcileAnswer>;

export const reconcileTold = tell(reconcileEntry, {
  description:
    "What the receiving wallets gained since the last comparison, beside what the ledger says was sold, in USDC base units.",
  output: reconcileAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      chains: [
        {
          network: "eip155:8453",
          since: "2026-03-02T03:17:00.000Z",
          received: "340000",
          sold: "340000",
          difference: "0",
          open: 0,
        },
      ],
    },
  },
});
