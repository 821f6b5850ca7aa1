import { documentRoute } from "@/lib/catalog/document";
import { recoverPaymentsAnswer } from "./answer";
import { recoverPaymentsEntry } from "./entry";

export const recoverPaymentsDocumentation = documentRoute(recoverPaymentsEntry, {
  description:
    "Looks up payments that were left between intent and settlement, and settles or releases each by what the chain says. Those that are credited are served.",
  output: recoverPaymentsAnswer,
  sample: {
    input: {},
    output: { ok: true, looked: 3, settled: 1, released: 1, owed: 0, open: 1, checked: 4 },
  },
});
