import { documentRoute } from "@/lib/catalog/document";
import { scoreSignalsAnswer } from "./answer";
import { scoreSignalsEntry } from "./entry";

export const scoreSignalsDocumentation = documentRoute(scoreSignalsEntry, {
  description:
    "Reads the prices at publication and 24 hours later of each signal with asset and stance, and writes down what became of it. Every look at a creator's page does a part of the same.",
  output: scoreSignalsAnswer,
  sample: { input: {}, output: { ok: true, scored: 12, voids: 0, open: 0 } },
});
