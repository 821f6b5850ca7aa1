import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { requireToken } from "../token-address";
import { gatherVerdict, type VerdictInputs } from "../token-verdict";
import { composeTrenches } from "./compose";
import { trenchesEntry } from "./entry";

/** Which token is meant is decided before anything is read, and before any money moves. */
export const trenchesDesk: Desk<typeof trenchesEntry, VerdictInputs> = {
  entry: trenchesEntry,
  soleProvider: true, // a chain's safety is one reporter's word
  gather: async (read, context, input) => gatherVerdict(read, context, requireToken(input)),
  compose: (inputs, _, now) => composeTrenches(inputs, now),
};

export const trenches = deskWith(trenchesDesk)(readSources);
