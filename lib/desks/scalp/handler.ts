import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import type { TapeInputs } from "../tape-venues";
import { composeScalp } from "./compose";
import { scalpEntry } from "./entry";
import { gatherScalp } from "./gather";

export const scalpDesk: Desk<typeof scalpEntry, TapeInputs> = {
  entry: scalpEntry,
  gather: gatherScalp,
  compose: composeScalp,
};

export const scalp = deskWith(scalpDesk)(readSources);
