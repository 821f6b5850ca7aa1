import { creatorViews } from "@/lib/lounge/overlay/views";
import { readSources } from "@/lib/sources/read-sources";
import type { CreatorViews } from "../creator-views";
import { type Desk, deskWith } from "../desk";
import { besideViews, insiderByAddress, type WithViews } from "../insider";
import { composeMomentum } from "./compose";
import { momentumEntry } from "./entry";
import { gatherMomentum, type MomentumInputs } from "./gather";
import { rotationOf } from "./theme";

/** The desk with the views that `creators` gives. */
export const momentumDeskWith = (
  creators: CreatorViews,
): Desk<typeof momentumEntry, MomentumInputs & WithViews> => ({
  entry: momentumEntry,
  gather: async (read, context, input) =>
    besideViews(gatherMomentum(read, context, rotationOf(input)), creators, {
      ...{ includeInsider: input.includeInsider, now: context.now },
    }),
  compose: (inputs, input, now) => composeMomentum(inputs, input, insiderByAddress(inputs.views, now), now),
});

export const momentumDesk = momentumDeskWith(creatorViews);

export const momentum = deskWith(momentumDesk)(readSources);
