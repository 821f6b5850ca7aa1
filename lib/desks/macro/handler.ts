import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { composeMacro } from "./compose";
import { macroEntry } from "./entry";
import { gatherMacro, type MacroInputs } from "./gather";

export const macroDesk: Desk<typeof macroEntry, MacroInputs> = {
  entry: macroEntry,
  gather: gatherMacro,
  compose: (inputs, _, now) => composeMacro(inputs, now),
};

export const macro = deskWith(macroDesk)(readSources);
