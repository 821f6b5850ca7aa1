import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "../define";
import {
  BUNDLE_SAMPLE,
  BUNDLE_SAMPLE_ENVELOPE,
  BUNDLE_WEIGHTS,
  bundleInput,
  bundleOutput,
} from "./bundle-parts";
import { envelope } from "./envelope";

export const deskBriefEntry = defineRoute({
  path: "/api/svc-intel-desk-brief",
  method: "POST",
  label: "intel-desk-brief",
  desk: "desk-brief",
  tier: "bundle",
  gate: "payment-first",
  audience: "public",
  summary: "Desk brief: macro snapshot, largest pools and the verdict on BTC in one answer",
  description:
    "The macro desk, the pool desk and the desk's verdict, read at one moment: marks, rates, events, headlines; the " +
    "largest concentrated-liquidity pools; one signal with every number that it rests on.",
  input: bundleInput,
  output: z.object({ ...envelope("intel-desk-brief"), ...bundleOutput }),
  sample: {
    input: {},
    output: { kind: "intel-desk-brief", method: "desk-brief/1", ...BUNDLE_SAMPLE_ENVELOPE, ...BUNDLE_SAMPLE },
  },
  coverage: BUNDLE_WEIGHTS,
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_desk_brief",
  statuses: [503],
});
