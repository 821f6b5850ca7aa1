import { meteoraEntry } from "@/lib/catalog/intel/meteora";
import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { composePools } from "./compose";
import { gatherPools, type PoolsInputs } from "./gather";

export const poolsDesk: Desk<typeof meteoraEntry, PoolsInputs> = {
  entry: meteoraEntry,
  gather: gatherPools,
  compose: composePools,
};

export const pools = deskWith(poolsDesk)(readSources);
