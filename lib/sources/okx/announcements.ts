import * as z from "zod";
import { type Announcement, announcements, ANNOUNCEMENTS_WINDOW, newestOf, stampOf } from "../announcements";
import { acceptRows, jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { cleanText, cleanUrl } from "../text/clean-text";
import { OKX, okxAddress, okxRows } from "./okx";

/** OKX's announcements: pages of details, whose times are milliseconds in strings. */
const page = z.object({ details: z.array(z.unknown()).nullish() });
const detail = z.object({
  title: z.string().min(1),
  url: z.string().nullish(),
  pTime: z.string().regex(/^\d{10,16}$/),
});

export function reduceOkxAnnouncements(answer: unknown, now: Date): Reduced<Announcement[]> {
  const rows = okxRows(page, answer).flatMap(({ details }) => details ?? []);
  if (rows.length === 0) throw new SourceError("suspect_empty", "no announcement");
  const read = acceptRows(detail, rows).flatMap(({ title, url, pTime }): Announcement[] => {
    const publishedAt = stampOf(Number(pTime));
    return publishedAt === null ? [] : [{ title: cleanText(title), url: ownPage(url ?? ""), publishedAt }];
  });
  return { value: newestOf(read, now), asOf: null };
}

/** The exchange's own pages only. */
function ownPage(raw: string): string | null {
  const url = cleanUrl(raw);
  return url !== null && new URL(url).hostname === "www.okx.com" ? url : null;
}

export const okxAnnouncements = (list: "listings" | "delistings"): Source<Announcement[]> => ({
  ...OKX,
  id: `okx.${list}`,
  address: okxAddress("/support/announcements", {
    annType: list === "listings" ? "announcements-new-listings" : "announcements-delistings",
  }),
  headers: { "accept-language": "en-US" },
  answer: jsonAnswer(reduceOkxAnnouncements),
  kept: announcements,
  ...ANNOUNCEMENTS_WINDOW,
});
