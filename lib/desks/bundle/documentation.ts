import { VERDICT_SAMPLE } from "../verdict/parts/documentation";

/** Sample of those fields, with the parts of it that a reader finds in the desks' own samples left out. */
export const BUNDLE_SAMPLE = {
  parts: [
    {
      part: "macro" as const,
      method: "macro/4",
      coverage: 0.5,
      dataAsOf: null,
      reason: "too thin: coverage 0.5, needed 0.6",
    },
  ],
  macro: null,
  pools: null,
  ...VERDICT_SAMPLE,
};

/** What that sample rests on. */
export const BUNDLE_SAMPLE_READ = {
  read: [{ provider: "OKX", id: "okx.candles-1h.BTC", asOf: "2026-10-07T14:00:00.000Z", ageSec: 383 }],
  envelope: { coverage: 0.625 },
};
