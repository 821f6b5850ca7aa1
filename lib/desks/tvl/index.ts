import type { tvlEntry } from "@/lib/catalog/intel/tvl";
import type { Handler } from "@/lib/handler";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { readSources } from "@/lib/sources/read-sources";
import { sell } from "../sell";
import { composeTvl } from "./compose";
import { gatherTvl } from "./gather";

/** The TVL desk over a reader that a test may hand in. */
export const tvlWith =
  (read: ReadSources): Handler<typeof tvlEntry> =>
  (_input, context) =>
    sell(context, async (reading) => composeTvl(await gatherTvl(read, reading), context.now));

export const tvl = tvlWith(readSources);
