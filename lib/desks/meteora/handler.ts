import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { composePools } from "./compose";
import { meteoraEntry } from "./entry";
import { gatherPools, type PoolsInputs } from "./gather";

export const poolsDesk: Desk<typeof meteoraEntry, PoolsInputs> = {
  entry: meteoraEntry,
  soleProvider: true,
  gather: gatherPools,
  compose: composePools,
};

export const pools = deskWith(poolsDesk)(readSources);
