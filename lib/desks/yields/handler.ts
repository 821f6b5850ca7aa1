import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { composeYields } from "./compose";
import { yieldsEntry } from "./entry";
import { gatherYields, type YieldsInputs } from "./gather";

export const yieldsDesk: Desk<typeof yieldsEntry, YieldsInputs> = {
  entry: yieldsEntry,
  soleProvider: true,
  gather: gatherYields,
  compose: composeYields,
};

export const yields = deskWith(yieldsDesk)(readSources);
