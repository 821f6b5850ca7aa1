import { env } from "@/lib/env";
import { readSources } from "@/lib/sources/read-sources";
import { type BundleInputs, composeBundle, gatherBundle } from "../bundle/compose";
import { type Desk, deskWith } from "../desk";
import { verdictTools, type VerdictTools } from "../verdict/handler";
import { a2aPipelineEntry } from "./entry";
import { a2aOf } from "./handoff";

export const A2A_METHOD = "a2a-pipeline/1";

/** Docs: docs/method.md, "Agent-to-agent pipeline". `origin`: the service's public address. */
export const a2aDeskWith = (
  tools: VerdictTools,
  origin: () => string,
): Desk<typeof a2aPipelineEntry, BundleInputs> => ({
  entry: a2aPipelineEntry,
  gather: (read, context, input) => gatherBundle(tools, read, context, input),
  compose(inputs, input, now) {
    const sold = { route: a2aPipelineEntry.label, method: A2A_METHOD };
    const { answer, ...rest } = composeBundle(inputs, input, sold, now);
    return {
      answer: {
        ...answer,
        kind: a2aPipelineEntry.label,
        a2a: a2aOf(answer, origin()),
      },
      ...rest,
    };
  },
});

export const a2aPipelineDesk = a2aDeskWith(verdictTools, () => env().PUBLIC_ORIGIN);

export const a2aPipeline = deskWith(a2aPipelineDesk)(readSources);
