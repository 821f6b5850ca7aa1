import * as z from "zod";
import { macroTold } from "./macro.told";
import { meteoraTold } from "./meteora.told";
import { insiderPart, supportingPart, VERDICT_SAMPLE, verdictPart } from "./verdict-parts.told";

/** What the bundles are made of: three desks. */

export const BUNDLE_PARTS = ["macro", "pools", "verdict"] as const;
export type BundlePart = (typeof BUNDLE_PARTS)[number];

const macro = macroTold.output.shape;
const meteora = meteoraTold.output.shape;

export const bundleOutput = {
  parts: z
    .array(
      z.object({
        part: z.enum(BUNDLE_PARTS).describe("Which desk."),
        method: z.string().describe("Version of its method, as in docs/method.md."),
        coverage: z.number().describe("What the desk covered by itself."),
        dataAsOf: z.iso.datetime().nullable().describe("Time of its data; null for a part that is null."),
        reason: z.string().nullable().describe("Why the part is null; null when it is not."),
      }),
    )
    .describe("The desks inside, with what each rests on."),
  macro: z
    .object({ marks: macro.marks, sentiment: macro.sentiment, macro: macro.macro })
    .nullable()
    .describe("The macro desk's snapshot; null when it was too thin."),
  pools: meteora.pools
    .nullable()
    .describe("The five largest pools of the pool desk; null when it was too thin."),
  verdict: verdictPart,
  insider: insiderPart,
  supporting: supportingPart,
};

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
