import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { composeTvl } from "./compose";
import { tvlEntry } from "./entry";
import { gatherTvl, type TvlInputs } from "./gather";

export const tvlDesk: Desk<typeof tvlEntry, TvlInputs> = {
  entry: tvlEntry,
  soleProvider: true,
  gather: gatherTvl,
  compose: (inputs, _, now) => composeTvl(inputs, now),
};

export const tvl = deskWith(tvlDesk)(readSources);
