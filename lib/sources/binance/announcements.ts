import * as z from "zod";
import { type Announcement, announcements, ANNOUNCEMENTS_WINDOW, newestOf, stampOf } from "../announcements";
import { accept, acceptRows, jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { cleanText } from "../text/clean-text";

/**
 * Binance's announcements, from what its website reads. It throttles by an answer without data under HTTP 200, and
 * newer answers carry the articles without their catalogs.
 */
const answered = z.object({
  data: z
    .object({
      catalogs: z.array(z.object({ articles: z.array(z.unknown()).nullish() })).nullish(),
      articles: z.array(z.unknown()).nullish(),
    })
    .nullish(),
});
const article = z.object({
  code: z.string(),
  title: z.string().min(1),
  releaseDate: z.number(),
});

export function reduceBinanceArticles(answer: unknown, now: Date): Reduced<Announcement[]> {
  const { data } = accept(answered, answer);
  const rows = [
    ...(data?.catalogs ?? []).flatMap(({ articles }) => articles ?? []),
    ...(data?.articles ?? []),
  ];
  if (rows.length === 0) throw new SourceError("suspect_empty", "no article, as when it throttles");
  const read = acceptRows(article, rows).flatMap(({ code, title, releaseDate }): Announcement[] => {
    const publishedAt = stampOf(releaseDate);
    // The code goes into a path: letters and digits, or no link.
    const known = /^[0-9a-z]{8,64}$/i.test(code);
    const url = known ? `https://www.binance.com/en/support/announcement/detail/${code}` : null;
    return publishedAt === null ? [] : [{ title: cleanText(title), url, publishedAt }];
  });
  return { value: newestOf(read, now), asOf: null };
}

/** Numbers of the website's lists. */
const CATALOG = { listings: "48", delistings: "161" } as const;

export const binanceArticles = (list: keyof typeof CATALOG): Source<Announcement[]> => ({
  id: `binance.${list}`,
  version: 1,
  provider: "Binance",
  address: () => ({
    host: "www.binance.com",
    path: "/bapi/composite/v1/public/cms/article/list/query",
    query: { type: "1", catalogId: CATALOG[list], pageNo: "1", pageSize: "20" },
  }),
  answer: jsonAnswer(reduceBinanceArticles),
  kept: announcements,
  ...ANNOUNCEMENTS_WINDOW,
});
