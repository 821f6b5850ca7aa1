import { ApiError } from "@/lib/http/api-error";
import { creatorViews } from "@/lib/lounge/overlay/views";
import { readSources } from "@/lib/sources/read-sources";
import type { CreatorViews } from "../creator-views";
import { type Desk, deskWith } from "../desk";
import { besideViews, insiderBySymbol, type WithViews } from "../insider";
import { composeListing } from "./compose";
import { listingEntry } from "./entry";
import { gatherListing, type ListingInputs } from "./gather";

/** The other alpha desks take one, so agents send it here too; to sell them everything for it would be no answer. */
const NO_CHAINS = new ApiError(
  "invalid_request",
  "`chain`: exchanges' announcements name no chain, so it selects nothing here. Leave it out. Nothing is charged.",
  { details: { field: "chain", wouldMatch: "a request without `chain`" } },
);

/** The desk with the views that `creators` gives. */
export const listingDeskWith = (
  creators: CreatorViews,
): Desk<typeof listingEntry, ListingInputs & WithViews> => ({
  entry: listingEntry,
  gather(read, context, { chain, limit, includeInsider }) {
    if (chain !== undefined) throw NO_CHAINS;
    return besideViews(gatherListing(read, context, limit), creators, { includeInsider, now: context.now });
  },
  compose: (inputs, input, now) => composeListing(inputs, input, insiderBySymbol(inputs.views, now), now),
});

export const listingDesk = listingDeskWith(creatorViews);

export const listing = deskWith(listingDesk)(readSources);
