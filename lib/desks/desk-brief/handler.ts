import { readSources } from "@/lib/sources/read-sources";
import { type BundleInputs, composeBundle, gatherBundle } from "../bundle/compose";
import { type Desk, deskWith } from "../desk";
import { verdictTools, type VerdictTools } from "../verdict/handler";
import { deskBriefEntry } from "./entry";

export const DESK_BRIEF_METHOD = "desk-brief/1";

/** Docs: docs/method.md, "Desk brief". */
export const deskBriefDeskWith = (tools: VerdictTools): Desk<typeof deskBriefEntry, BundleInputs> => ({
  entry: deskBriefEntry,
  gather: (read, context, input) => gatherBundle(tools, read, context, input),
  compose(inputs, input, now) {
    const sold = { route: deskBriefEntry.label, method: DESK_BRIEF_METHOD };
    const { answer, ...rest } = composeBundle(inputs, input, sold, now);
    return { answer: { ...answer, kind: deskBriefEntry.label }, ...rest };
  },
});

export const deskBriefDesk = deskBriefDeskWith(verdictTools);

export const deskBrief = deskWith(deskBriefDesk)(readSources);
