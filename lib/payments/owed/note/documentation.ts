import { documentRoute } from "@/lib/catalog/document";
import { listPaymentsDocumentation } from "../list/documentation";
import { noteDebtAnswer } from "./answer";
import { noteDebtEntry } from "./entry";

const { payments } = listPaymentsDocumentation.sample.output;

export const noteDebtDocumentation = documentRoute(noteDebtEntry, {
  description:
    "Looks at a transaction on chain and puts each payment to us in it that the ledger knows nothing of on the list of debts.",
  output: noteDebtAnswer,
  sample: {
    input: {
      network: "eip155:8453",
      transaction: "0x9d2f8f0f4cb1a7c8c3f4f3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09f8e",
    },
    output: {
      ...{ ok: true, payments },
      said: payments.map(({ payment }) => ({
        payment,
        became: "noted" as const,
        message: "it stands on the list of debts.",
      })),
    },
  },
});
