import * as z from "zod";
import { tell } from "../tell";
import { bundleOutput, BUNDLE_SAMPLE_ENVELOPE, BUNDLE_SAMPLE } from "./bundle-parts.told";
import { deskBriefEntry } from "./desk-brief";
import { envelope } from "./envelope.told";

const deskBriefAnswer = z.object({ ...envelope("intel-desk-brief"), ...bundleOutput });
export type DeskBriefAnswer = z.input<typeof deskBriefAnswer>;

export const deskBriefTold = tell(deskBriefEntry, {
  description:
    "The macro desk, the pool desk and the desk's verdict, read at one moment: marks, rates, events, headlines; the " +
    "largest concentrated-liquidity pools; one signal with every number that it rests on.",
  output: deskBriefAnswer,
  sample: {
    input: {},
    output: { kind: "intel-desk-brief", method: "desk-brief/1", ...BUNDLE_SAMPLE_ENVELOPE, ...BUNDLE_SAMPLE },
  },
});
