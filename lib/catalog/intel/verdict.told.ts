import * as z from "zod";
import { tell } from "../tell";
import { envelope } from "./envelope.told";
import { verdictEntry } from "./verdict";
import { verdictPart, insiderPart, supportingPart, VERDICT_SAMPLE } from "./verdict-parts.told";

const verdictAnswer = z.object({
  ...envelope("intel-verdict"),
  verdict: verdictPart,
  insider: insiderPart,
  supporting: supportingPart,
});
export type VerdictAnswer = z.input<typeof verdictAnswer>;

export const verdictTold = tell(verdictEntry, {
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
