import type * as z from "zod";
import type { verdictPart, insiderPart, supportingPart } from "./answer";

/** Sample of the three parts, for the entries that show them. */
export const VERDICT_SAMPLE = {
  verdict: {
    asset: "BTC",
    signal: "watch",
    confidence: "medium",
    headline: "BTC, watch: no rule for more is met (S +0.08, agreement 61 %, risk 0.31).",
    rationale: ["Tape +0.21: hourly trend above its averages (OKX)."],
  },
  insider: [],
  supporting: {
    score: 0.08,
    why: [{ factor: "tape", value: 0.1943, weight: 0.4118, contribution: 0.08 }],
    components: [{ name: "tape", value: 0.1943, weight: 0.35 }],
    agreement: 0.61,
    known: 0.85,
    risk: 0.31,
    crowding: 0.31,
    fundingZ: 0.72,
    event: { risk: 0, title: null, at: null },
    vix: 16.4,
    tape: null,
    positioning: null,
    creators: null,
    fearGreed: 58,
    yields: null,
    frozen: {
      at: "2026-10-07T14:06:23.000Z",
      price: 118_420.11,
      priceSource: "Coinbase",
      priceAt: "2026-10-07T14:06:12.000Z",
      sigmaDaily: 0.0214,
      baseRate: 0.4521,
      standard: true,
      inputsHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  },
} satisfies {
  verdict: z.input<typeof verdictPart>;
  insider: z.input<typeof insiderPart>;
  supporting: z.input<typeof supportingPart>;
};
