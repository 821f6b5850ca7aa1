import { documentRoute } from "@/lib/catalog/document";
import { verdictAnswer } from "./answer";
import { verdictEntry } from "./entry";
import { VERDICT_SAMPLE } from "./parts/documentation";

export const verdictDocumentation = documentRoute(verdictEntry, {
  description:
    "Blends the hourly tape, futures positioning, creators' views, fear and greed, and stable yields into snipe, follow, " +
    "watch, avoid or rebalance, by rules that you can apply again to the numbers in the answer. Each verdict is frozen " +
    "and scored 24 hours later, in public.",
  output: verdictAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      kind: "intel-verdict",
      dataAsOf: "2026-10-07T14:00:00.000Z",
      sources: ["OKX"],
      provenance: [{ id: "okx.candles-1h.BTC", status: "ok", asOf: "2026-10-07T14:00:00.000Z", ageSec: 383 }],
      coverage: 0.85,
      stale: false,
      method: "verdict/1",
      notes: [],
      ...VERDICT_SAMPLE,
    },
  },
});
