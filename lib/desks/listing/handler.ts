import { creatorViews } from "@/lib/lounge/overlay/views";
import { readSources } from "@/lib/sources/read-sources";
import type { CreatorViews } from "../creator-views";
import { type Desk, deskWith } from "../desk";
import { besideViews, insiderBySymbol, type WithViews } from "../insider";
import { composeListing } from "./compose";
import { listingEntry } from "./entry";
import { gatherListing, type ListingInputs } from "./gather";

/** The desk with the views that `creators` gives. */
export const listingDeskWith = (
  creators: CreatorViews,
): Desk<typeof listingEntry, ListingInputs & WithViews> => ({
  entry: listingEntry,
  gather: (read, context, { limit, includeInsider }) =>
    besideViews(gatherListing(read, context, limit), creators, { includeInsider, now: context.now }),
  compose: (inputs, input, now) => composeListing(inputs, input, insiderBySymbol(inputs.views, now), now),
});

export const listingDesk = listingDeskWith(creatorViews);

export const listing = deskWith(listingDesk)(readSources);
