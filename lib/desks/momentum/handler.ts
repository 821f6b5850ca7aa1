import { readSources } from "@/lib/sources/read-sources";
import { type InsiderOf, noInsider } from "../candidate";
import { type Desk, deskWith } from "../desk";
import { composeMomentum } from "./compose";
import { momentumEntry } from "./entry";
import { gatherMomentum, type MomentumInputs } from "./gather";
import { rotationOf } from "./theme";

/** The desk, given the source of creator signals about an asset. */
export const momentumDeskWith = (insider: InsiderOf): Desk<typeof momentumEntry, MomentumInputs> => ({
  entry: momentumEntry,
  gather: async (read, context, input) => gatherMomentum(read, context, rotationOf(input)),
  compose: (inputs, input, now) => composeMomentum(inputs, input, insider, now),
});

export const momentumDesk = momentumDeskWith(noInsider);

export const momentum = deskWith(momentumDesk)(readSources);
