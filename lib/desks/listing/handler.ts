import { readSources } from "@/lib/sources/read-sources";
import { type InsiderOf, noInsider } from "../candidate";
import { type Desk, deskWith } from "../desk";
import { composeListing } from "./compose";
import { listingEntry } from "./entry";
import { gatherListing, type ListingInputs } from "./gather";

/** The desk with the creator signals that `insider` gives. */
export const listingDeskWith = (insider: InsiderOf): Desk<typeof listingEntry, ListingInputs> => ({
  entry: listingEntry,
  gather: gatherListing,
  compose: (inputs, input, now) => composeListing(inputs, input, insider, now),
});

export const listingDesk = listingDeskWith(noInsider);

export const listing = deskWith(listingDesk)(readSources);
