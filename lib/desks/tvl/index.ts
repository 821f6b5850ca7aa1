import { tvlEntry } from "@/lib/catalog/intel/tvl";
import type { Handler } from "@/lib/handler";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { logContext } from "../log-context";
import { sell } from "../sell";
import { composeTvl } from "./compose";
import { gatherTvl } from "./gather";

/** The TVL desk over a reader that a test may hand in. */
export const tvlWith =
  (read: ReadSources): Handler<typeof tvlEntry> =>
  (input, context) => {
    logContext(tvlEntry, input.message);
    return sell(context, async (reading) => composeTvl(await gatherTvl(read, reading), context.now));
  };

export const tvl = tvlWith(readSources);
