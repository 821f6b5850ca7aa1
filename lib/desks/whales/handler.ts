import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import type { PositioningInputs } from "../positioning-venues";
import { composeWhales } from "./compose";
import { whalesEntry } from "./entry";
import { gatherWhales } from "./gather";

export const whalesDesk: Desk<typeof whalesEntry, PositioningInputs> = {
  entry: whalesEntry,
  gather: gatherWhales,
  compose: composeWhales,
};

export const whales = deskWith(whalesDesk)(readSources);
