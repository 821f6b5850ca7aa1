import type { Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { loungeTeasers } from "@/lib/lounge/teasers";
import { readSources } from "@/lib/sources/read-sources";
import { inShort } from "../in-short";
import type { LoungeTeasers } from "../lounge";
import { composeMarket } from "./compose";
import type { marketEntry } from "./entry";
import { gatherMarket } from "./gather";

const RETRY_AFTER_SEC = 30;

/** It is free, so it need not be worth a price: any part that is known is an answer. Throws ApiError without any. */
export const marketWith =
  (teasers: LoungeTeasers) =>
  (read: ReadSources): Handler<typeof marketEntry> =>
  async ({ detail }, context) => {
    const reading = { ...context, stale: "serve" as const, startedMs: performance.now() };
    const { answer, missing } = composeMarket(await gatherMarket(read, reading, teasers), context.now);
    if (answer.ticks !== null || answer.headlines !== null)
      return { answer: inShort(answer, detail), effects: [] };
    throw new ApiError(
      "data_unavailable",
      `No price and no headline could be read. Try again in ${RETRY_AFTER_SEC} seconds.`,
      {
        details: { missing, coverage: answer.coverage, provenance: answer.provenance },
        headers: retryAfter(RETRY_AFTER_SEC),
      },
    );
  };

export const market = marketWith(loungeTeasers)(readSources);
