import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import type { Feed } from "@/lib/sources/feeds";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Reading } from "@/lib/sources/source";
import { FEEDS } from "../headlines";
import type { LoungeHeadlines } from "../lounge";

export interface WireInputs {
  feeds: Readonly<Record<keyof typeof FEEDS, Reading<Feed>>>;
  /** Null where the lounge is not read. */
  lounge: readonly Headline[] | null;
}

export const gatherWire =
  (loungeHeadlines: LoungeHeadlines) =>
  async (read: ReadSources, context: ReadContext): Promise<WireInputs> => {
    const [feeds, lounge] = await Promise.all([read(FEEDS, context), loungeHeadlines(context)]);
    return { feeds, lounge };
  };
