import { ApiError } from "@/lib/http/api-error";
import { readSources } from "@/lib/sources/read-sources";
import { type InsiderOf, noInsider } from "../candidate";
import { type Desk, deskWith } from "../desk";
import { composeListing } from "./compose";
import { listingEntry } from "./entry";
import { gatherListing, type ListingInputs } from "./gather";

/** The other alpha desks take one, so agents send it here too; to sell them everything for it would be no answer. */
const NO_CHAINS = new ApiError(
  "invalid_request",
  "`chain`: exchanges' announcements name no chain, so it selects nothing here. Leave it out. Nothing is charged.",
  { details: { field: "chain", wouldMatch: "a request without `chain`" } },
);

/** The desk with the creator signals that `insider` gives. */
export const listingDeskWith = (insider: InsiderOf): Desk<typeof listingEntry, ListingInputs> => ({
  entry: listingEntry,
  gather(read, context, { chain, limit }) {
    if (chain !== undefined) throw NO_CHAINS;
    return gatherListing(read, context, limit);
  },
  compose: (inputs, input, now) => composeListing(inputs, input, insider, now),
});

export const listingDesk = listingDeskWith(noInsider);

export const listing = deskWith(listingDesk)(readSources);
