import { documentIntel } from "@/lib/catalog/intel/document";
import { BUNDLE_SAMPLE, BUNDLE_SAMPLE_READ } from "../bundle/documentation";
import { deskBriefFields } from "./answer";
import { deskBriefEntry } from "./entry";

export const deskBriefDocumentation = documentIntel(deskBriefEntry, {
  description:
    "The macro desk, the pool desk and the desk's verdict, read at one moment: marks, rates, events, headlines; the " +
    "largest concentrated-liquidity pools; one signal with every number that it rests on.",
  fields: deskBriefFields,
  sample: {
    summary:
      "BTC, watch: no rule for more is met (S +0.08, agreement 61 %, risk 0.31). Confidence medium; no edge over 24 hours has been shown.",
    input: {},
    ...BUNDLE_SAMPLE_READ,
    fields: { ...BUNDLE_SAMPLE },
  },
});
