import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "../define";
import { envelope } from "./envelope";
import { messageInput } from "./input";
import { COMPONENT_WEIGHTS } from "./signals";
import {
  includeInsiderInput,
  insiderPart,
  supportingPart,
  VERDICT_SAMPLE,
  verdictPart,
} from "./verdict-parts";

const input = z.strictObject({ includeInsider: includeInsiderInput, message: messageInput });

const output = z.object({
  ...envelope("intel-verdict"),
  verdict: verdictPart,
  insider: insiderPart,
  supporting: supportingPart,
});

export const verdictEntry = defineRoute({
  path: "/api/svc-intel-verdict",
  method: "POST",
  label: "intel-verdict",
  desk: "verdict",
  tier: "signal",
  gate: "payment-first",
  audience: "public",
  summary: "The desk's verdict on BTC: one signal, with every number that it rests on",
  description:
    "Blends the hourly tape, futures positioning, creators' views, fear and greed, and stable yields into snipe, follow, " +
    "watch, avoid or rebalance, by rules that you can apply again to the numbers in the answer. Each verdict is frozen " +
    "and scored 24 hours later, in public.",
  input,
  output,
  sample: {
    input: {},
    output: {
      ok: true,
      kind: "intel-verdict",
      dataAsOf: "2026-10-07T14:00:00.000Z",
      sources: ["OKX"],
      provenance: [{ id: "okx.candles:BTC:1h", status: "ok", asOf: "2026-10-07T14:00:00.000Z", ageSec: 383 }],
      coverage: 0.85,
      stale: false,
      method: "verdict/1",
      notes: [],
      ...VERDICT_SAMPLE,
    },
  },
  coverage: COMPONENT_WEIGHTS,
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_verdict",
  statuses: [503],
});
