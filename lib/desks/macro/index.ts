import { macroEntry } from "@/lib/catalog/intel/macro";
import type { Handler } from "@/lib/handler";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { logContext } from "../log-context";
import { sell } from "../sell";
import { composeMacro } from "./compose";
import { gatherMacro } from "./gather";

/** The macro desk over a reader that a test may hand in. */
export const macroWith =
  (read: ReadSources): Handler<typeof macroEntry> =>
  (input, context) => {
    logContext(macroEntry, input.message);
    return sell(context, async (reading) => composeMacro(await gatherMacro(read, reading), context.now));
  };

export const macro = macroWith(readSources);
