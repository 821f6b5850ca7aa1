import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import type { ReadContext } from "@/lib/sources/fetcher/call";

/**
 * What the lounge has to show as headlines, newest first, origin `lounge`; null where they are not read. A desk is
 * given one, so that it need not know where signals are kept.
 */
export type LoungeHeadlines = (context: ReadContext) => Promise<readonly Headline[] | null>;

/** The lounge is not read. */
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

export const NO_LOUNGE_NOTE =
  "Creators' signals are no part of this answer; GET /api/lounge-feed lists them.";
