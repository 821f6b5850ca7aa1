import { VERDICT_SAMPLE } from "../verdict/parts/documentation";

/** Sample of those fields, with the parts of it that a reader finds in the desks' own samples left out. */
export const BUNDLE_SAMPLE = {
  parts: [
    {
      part: "macro" as const,
      method: "macro/1",
      coverage: 0.5,
      dataAsOf: null,
      reason: "too thin: coverage 0.5, needed 0.6",
    },
  ],
  macro: null,
  pools: null,
  ...VERDICT_SAMPLE,
};

export const BUNDLE_SAMPLE_ENVELOPE = {
  ok: true as const,
  dataAsOf: "2026-10-07T14:00:00.000Z",
  sources: ["OKX"],
  provenance: [
    { id: "okx.candles-1h.BTC", status: "ok" as const, asOf: "2026-10-07T14:00:00.000Z", ageSec: 383 },
  ],
  coverage: 0.625,
  stale: false,
  notes: [],
};
