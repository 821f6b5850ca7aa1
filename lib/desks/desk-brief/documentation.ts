import { documentRoute } from "@/lib/catalog/document";
import { BUNDLE_SAMPLE_ENVELOPE, BUNDLE_SAMPLE } from "../bundle/documentation";
import { deskBriefAnswer } from "./answer";
import { deskBriefEntry } from "./entry";

export const deskBriefDocumentation = documentRoute(deskBriefEntry, {
  description:
    "The macro desk, the pool desk and the desk's verdict, read at one moment: marks, rates, events, headlines; the " +
    "largest concentrated-liquidity pools; one signal with every number that it rests on.",
  output: deskBriefAnswer,
  sample: {
    input: {},
    output: { kind: "intel-desk-brief", method: "desk-brief/1", ...BUNDLE_SAMPLE_ENVELOPE, ...BUNDLE_SAMPLE },
  },
});
