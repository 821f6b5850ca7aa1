import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { gatherScreen, type ScreenInputs } from "../token-screen";
import { composeScreen } from "./compose";
import { trenchesScreenEntry } from "./entry";

export const trenchesScreenDesk: Desk<typeof trenchesScreenEntry, ScreenInputs> = {
  entry: trenchesScreenEntry,
  gather: (read, context, { chain }) => gatherScreen(read, context, chain),
  compose: composeScreen,
};

export const trenchesScreen = deskWith(trenchesScreenDesk)(readSources);
