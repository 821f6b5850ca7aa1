import { CATEGORY, CURSOR } from "@/lib/lounge/limits/vocabulary";
import { asked, feedPage } from "../addresses";
import { looksLikeWallet } from "../wallet-text";

/** What of the feed is shown; the page's address says it, so that it can be shared and gone back to. */
export interface FeedQuery {
  category: string | null;
  creator: string | null;
  by: "newest" | "record";
  /** Where an older page begins. */
  cursor: string | null;
}

export const WHOLE_FEED: FeedQuery = { category: null, creator: null, by: "newest", cursor: null };

const fitting = (text: string | null | undefined, fits: (text: string) => boolean): string | null =>
  typeof text === "string" && fits(text) ? text : null;

/** Reads an address; what names nothing that could be asked for is left out. */
export const readFeedQuery = (params: { get(name: string): string | null } | null): FeedQuery => ({
  category: fitting(params?.get("category")?.trim().toLowerCase(), (text) => CATEGORY.test(text)),
  creator: fitting(params?.get("creator")?.trim(), looksLikeWallet),
  by: params?.get("by") === "record" ? "record" : "newest",
  cursor: fitting(params?.get("cursor"), (text) => CURSOR.test(text)),
});

/** The page with another choice. Another choice begins at the newest again, unless it says where. */
export const feedAddress = (query: FeedQuery, change: Partial<FeedQuery> = {}): string => {
  const { category, creator, by, cursor } = { ...query, cursor: null, ...change };
  return feedPage({ category, creator, by: by === "record" ? by : null, cursor });
};

/** What the service is asked for it. */
export const feedRequest = (path: string, query: FeedQuery, limit: number): string =>
  asked(path, {
    category: query.category,
    creator: query.creator,
    cursor: query.cursor,
    limit: String(limit),
  });
