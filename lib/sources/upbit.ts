import * as z from "zod";
import { type Announcement, announcements, ANNOUNCEMENTS_WINDOW, newestOf, stampOf } from "./announcements";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";

/** Upbit's notices about trading, in Korean, dated in Korea's time. Requests from cloud hosts may get 403. */
const answered = z.object({ data: z.object({ notices: z.array(z.unknown()).nullish() }).nullish() });
const notice = z.object({
  id: z.int().positive(),
  title: z.string().min(1),
  first_listed_at: z.iso.datetime({ offset: true }),
});

export function reduceUpbit(answer: unknown, now: Date): Reduced<Announcement[]> {
  const rows = accept(answered, answer).data?.notices ?? [];
  if (rows.length === 0) throw new SourceError("suspect_empty", "no notice");
  const read = acceptRows(notice, rows).flatMap(({ id, title, first_listed_at }): Announcement[] => {
    const publishedAt = stampOf(Date.parse(first_listed_at));
    const url = `https://upbit.com/service_center/notice?id=${id}`;
    return publishedAt === null ? [] : [{ title: cleanText(title), url, publishedAt }];
  });
  return { value: newestOf(read, now), asOf: null };
}

export const upbitNotices: Source<Announcement[]> = {
  id: "upbit.notices",
  version: 1,
  provider: "Upbit",
  address: () => ({
    host: "api-manager.upbit.com",
    path: "/api/v1/announcements",
    query: { os: "web", page: "1", per_page: "20", category: "trade" },
  }),
  answer: jsonAnswer(reduceUpbit),
  kept: announcements,
  ...ANNOUNCEMENTS_WINDOW,
};
