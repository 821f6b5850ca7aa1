import { documentRoute } from "@/lib/catalog/document";
import { accuracyAnswer } from "./answer";
import { accuracyEntry } from "./entry";

const none = { n: 0, hits: 0, voids: 0, hitRate: null, baseRate: null, interval95: null };

export const accuracyDocumentation = documentRoute(accuracyEntry, {
  description:
    "Every paid verdict is frozen when it is made and scored 24 hours later against bitcoin, signal by signal, beside " +
    "the rate by which its rule comes true anyway. Skill is claimed only where the numbers carry it.",
  output: accuracyAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      asOf: "2026-10-07T14:06:23.000Z",
      method: "accuracy/1",
      evaluated: 41,
      open: 1,
      voids: 0,
      bySignal: [
        {
          signal: "watch",
          rule: "−0.50 ≤ z ≤ 0.50",
          n: 41,
          hits: 19,
          voids: 0,
          hitRate: 0.4634,
          baseRate: 0.4512,
          interval95: { low: 0.3206, high: 0.6126 },
          skill: 0.0222,
          demonstrated: false,
          statement: "No demonstrated skill: 41 verdicts, of 100 needed for a claim.",
        },
      ],
      byConfidence: [{ signal: "watch", confidence: "low", ...none }],
      baselines: {
        alwaysWatch: { n: 41, hits: 19, rate: 0.4634 },
        yesterdaysSign: { n: 41, hits: 20, rate: 0.4878 },
      },
      sold: { days: 40, bySignal: [{ signal: "watch", n: 812, hits: 371, voids: 0 }] },
      recent: [
        {
          at: "2026-10-07T00:03:11.000Z",
          route: "intel-verdict",
          method: "verdict/5",
          signal: "watch",
          confidence: "low",
          price: 118_420.11,
          priceSource: "Coinbase",
          sigmaDaily: 0.0214,
          baseRate: 0.4521,
          inputsHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          priceLater: null,
          z: null,
          result: "open",
        },
      ],
      statement: "No demonstrated skill.",
    },
  },
});
