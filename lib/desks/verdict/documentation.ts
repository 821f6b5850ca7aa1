import { documentIntel } from "@/lib/catalog/intel/document";
import { verdictFields } from "./answer";
import { verdictEntry } from "./entry";
import { VERDICT_SAMPLE } from "./parts/documentation";

export const verdictDocumentation = documentIntel(verdictEntry, {
  description:
    "Blends the hourly tape, futures positioning, creators' views, fear and greed, and stable yields into snipe, follow, " +
    "watch, avoid or rebalance, by rules that you can apply again to the numbers in the answer. Each verdict is frozen " +
    "and scored 24 hours later, in public.",
  fields: verdictFields,
  sample: {
    summary:
      "BTC, watch: no rule for more is met (S +0.08, agreement 61 %, risk 0.31). Confidence medium; no edge over 24 hours has been shown.",
    input: {},
    read: [{ provider: "OKX", id: "okx.candles-1h.BTC", asOf: "2026-10-07T14:00:00.000Z", ageSec: 383 }],
    envelope: { method: "verdict/5", coverage: 0.85 },
    fields: { ...VERDICT_SAMPLE },
  },
});
