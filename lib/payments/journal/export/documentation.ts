import { documentRoute } from "@/lib/catalog/document";
import { exportJournalAnswer } from "./answer";
import { exportJournalEntry } from "./entry";

export const exportJournalDocumentation = documentRoute(exportJournalEntry, {
  description:
    "Every sale of a month and every correction, a line each, in pages. Add the rows of all pages to one file.",
  output: exportJournalAnswer,
  sample: {
    input: { month: "2026-11" },
    output: {
      ok: true,
      month: "2026-11",
      header: "time,state,route,network,asset,amount,payer,transaction,facilitator,corrects",
      rows: [
        "2026-11-22T14:03:11.021Z,settled,intel-tvl,eip155:8453,USDC,0.02,0x8f3cf7ad23cd3cadbd9735aff958023239c6a063,0x9d2f8f0f4cb1a7c8c3f4f3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09f8e,primary,",
      ],
      next: null,
      days: [{ date: "2026-11-22", lines: 1 }],
    },
  },
});
