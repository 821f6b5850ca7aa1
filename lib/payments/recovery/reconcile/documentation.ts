import { documentRoute } from "@/lib/catalog/document";
import { reconcileAnswer } from "./answer";
import { reconcileEntry } from "./entry";

export const reconcileDocumentation = documentRoute(reconcileEntry, {
  description:
    "What the receiving wallets gained since the last comparison, beside what the ledger says was sold, in base units of each asset.",
  output: reconcileAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      chains: [
        {
          network: "eip155:8453",
          asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
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
