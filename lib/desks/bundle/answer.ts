import * as z from "zod";
import { macroFields } from "../macro/answer";
import { meteoraFields } from "../meteora/answer";
import { insiderPart, supportingPart, verdictPart } from "../verdict/parts/answer";

/** What the bundles are made of: three desks. */

export const BUNDLE_PARTS = ["macro", "pools", "verdict"] as const;
export type BundlePart = (typeof BUNDLE_PARTS)[number];

const macro = macroFields.shape;
const meteora = meteoraFields.shape;

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
