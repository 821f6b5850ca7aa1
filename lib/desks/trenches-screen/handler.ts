import { readSources } from "@/lib/sources/read-sources";
import { type Desk, deskWith } from "../desk";
import { hottest } from "../token-candidates";
import { gatherScreen, type ScreenInputs } from "../token-screen";
import { composeScreen } from "./compose";
import { trenchesScreenEntry } from "./entry";

export const trenchesScreenDesk: Desk<typeof trenchesScreenEntry, ScreenInputs> = {
  entry: trenchesScreenEntry,
  gather: (read, context, input) =>
    gatherScreen(read, context, {
      chain: input.chain,
      first: (screen) => hottest(screen, input, context.now),
    }),
  compose: composeScreen,
};

export const trenchesScreen = deskWith(trenchesScreenDesk)(readSources);
