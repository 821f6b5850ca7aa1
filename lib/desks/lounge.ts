import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import type { ReadContext } from "@/lib/sources/fetcher/call";

/**
 * What the lounge has to show as headlines, newest first, origin `lounge`; null while there is no lounge. A desk is
 * given one, so that it need not know where signals are kept.
 */
export type LoungeHeadlines = (context: ReadContext) => Promise<readonly Headline[] | null>;

/** No lounge is open. */
export const noLounge: LoungeHeadlines = () => Promise.resolve(null);

/** What everybody may read of a signal: the beginning of its text, and the facts of its certificate. */
export interface Teaser {
  signalId: string;
  title: string;
  teaser: string;
  publishedAt: string;
  certificate: { hash: string; seq: number; minted: boolean };
}

/** The newest signals, newest first; null while they can't be read. */
export type LoungeTeasers = (count: number) => Promise<readonly Teaser[] | null>;

export const UNREAD_LOUNGE_NOTE = "The lounge could not be read: its signals are left out.";

export const NO_LOUNGE_NOTE = "The lounge is not open yet: there are no creator signals.";
