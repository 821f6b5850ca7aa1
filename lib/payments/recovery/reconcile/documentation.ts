import { documentRoute } from "@/lib/catalog/document";
import { reconcileAnswer } from "./answer";
import { reconcileEntry } from "./entry";

export const reconcileDocumentation = documentRoute(reconcileEntry, {
  description:
    "What the receiving wallets gained since the last comparison, beside what the ledger says was sold, in base units of each asset; and what arrived in USDC, transfer by transfer. A payment that the ledger knows nothing of is put on the list of debts.",
  output: reconcileAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      chains: [
        {
          network: "eip155:8453",
          asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
          wallet: "0x1111111111111111111111111111111111111111",
          since: "2026-03-02T03:17:00.000Z",
          received: "340000",
          sold: "340000",
          difference: "0",
          open: 0,
          transfers: { known: 17, dust: 2, unasked: 0, owed: 0, untold: 0, isBehind: false },
        },
      ],
    },
  },
});
