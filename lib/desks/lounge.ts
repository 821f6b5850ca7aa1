import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import type { ReadContext } from "@/lib/sources/fetcher/call";

/**
 * What the lounge has to show as headlines, newest first, origin `lounge`; null while there is no lounge. A desk is
 * given one, so that it need not know where signals are kept.
 */
export type LoungeHeadlines = (context: ReadContext) => Promise<readonly Headline[] | null>;

/** No lounge is open. */
export const noLounge: LoungeHeadlines = () => Promise.resolve(null);

export const NO_LOUNGE_NOTE = "The lounge is not open yet: there are no creator signals.";
