import { creatorViews } from "@/lib/lounge/overlay/views";
import { readSources } from "@/lib/sources/read-sources";
import type { CreatorViews } from "../creator-views";
import { type Desk, deskWith } from "../desk";
import { besideViews, insiderBySymbol, type WithViews } from "../insider";
import { composeAirdrop } from "./compose";
import { airdropEntry } from "./entry";
import { type AirdropInputs, gatherAirdrop } from "./gather";

/** The desk with the views that `creators` gives. */
export const airdropDeskWith = (
  creators: CreatorViews,
): Desk<typeof airdropEntry, AirdropInputs & WithViews> => ({
  entry: airdropEntry,
  soleProvider: true, // DefiLlama lists protocols and claims
  gather: (read, context, { includeInsider }) =>
    besideViews(gatherAirdrop(read, context), creators, { includeInsider, now: context.now }),
  compose: (inputs, input, now) => composeAirdrop(inputs, input, insiderBySymbol(inputs.views, now), now),
});

export const airdropDesk = airdropDeskWith(creatorViews);

export const airdrop = deskWith(airdropDesk)(readSources);
