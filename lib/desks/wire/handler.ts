import { loungeHeadlines } from "@/lib/lounge/headlines";
import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import type { LoungeHeadlines } from "../lounge";
import { composeWire } from "./compose";
import { wireEntry } from "./entry";
import { gatherWire, type WireInputs } from "./gather";

/** The wire with what the lounge has to show. */
export const wireDeskWith = (lounge: LoungeHeadlines): Desk<typeof wireEntry, WireInputs> => ({
  entry: wireEntry,
  gather: gatherWire(lounge),
  compose: composeWire,
});

export const wireDesk = wireDeskWith(loungeHeadlines);

export const wire = deskWith(wireDesk)(readSources);
