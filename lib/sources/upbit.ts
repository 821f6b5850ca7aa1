import * as z from "zod";
import { type Announcement, announcements, ANNOUNCEMENTS_WINDOW, newestOf, stampOf } from "./announcements";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";

/**
 * Upbit's notices about trading, dated in Korea's time. It answers in Korean to who asks for it, else in English, and its
 * Korean titles say more. A notice's page goes by its `uuid`; `id` is a number of its own that leads elsewhere. Requests
 * from cloud hosts may get 403.
 */
const answered = z.object({ data: z.object({ notices: z.array(z.unknown()).nullish() }).nullish() });
const notice = z.object({
  uuid: z
    .union([z.int().positive().transform(String), z.string()])
    .nullish()
    .catch(null),
  title: z.string().min(1),
  first_listed_at: z.iso.datetime({ offset: true }),
});

export function reduceUpbit(answer: unknown, now: Date): Reduced<Announcement[]> {
  const rows = accept(answered, answer).data?.notices ?? [];
  if (rows.length === 0) throw new SourceError("suspect_empty", "no notice");
  const read = acceptRows(notice, rows).flatMap(({ uuid, title, first_listed_at }): Announcement[] => {
    const publishedAt = stampOf(Date.parse(first_listed_at));
    // It goes into an address: digits, or no link.
    const url = /^\d{1,32}$/.test(uuid ?? "") ? `https://upbit.com/service_center/notice?id=${uuid}` : null;
    return publishedAt === null ? [] : [{ title: cleanText(title), url, publishedAt }];
  });
  return { value: newestOf(read, now), asOf: null };
}

export const upbitNotices: Source<Announcement[]> = {
  id: "upbit.notices",
  version: 2,
  provider: "Upbit",
  address: () => ({
    host: "pub-info.upbit.com",
    path: "/api/v1/announcements",
    query: { os: "web", page: "1", per_page: "20", category: "trade" },
  }),
  headers: { "accept-language": "ko-KR" },
  answer: jsonAnswer(reduceUpbit),
  kept: announcements,
  ...ANNOUNCEMENTS_WINDOW,
};
