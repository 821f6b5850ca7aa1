import { documentRoute } from "@/lib/catalog/document";
import { scoreVerdictsAnswer } from "./answer";
import { scoreVerdictsEntry } from "./entry";

export const scoreVerdictsDocumentation = documentRoute(scoreVerdictsEntry, {
  description:
    "Reads the price 24 hours after each frozen verdict and writes down what became of it. Every look at the accuracy page does a part of the same.",
  output: scoreVerdictsAnswer,
  sample: { input: {}, output: { ok: true, scored: 1, voids: 0, open: 0, daysCounted: 1 } },
});
