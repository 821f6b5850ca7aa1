import * as z from "zod";

/** What an exchange announced to its customers. */
export const announcement = z.object({
  /** As published, plain text; untrusted. */
  title: z.string(),
  url: z.string().nullable(),
  /** ISO 8601 in UTC. */
  publishedAt: z.iso.datetime(),
});
export type Announcement = z.infer<typeof announcement>;

export const KEPT_ANNOUNCEMENTS = 40;
/** Newest first. */
export const announcements = z.array(announcement).max(KEPT_ANNOUNCEMENTS);

/** The newest, newest first; what is dated ahead of the clock by more than its error is left out. */
export const newestOf = (rows: readonly Announcement[], now: Date): Announcement[] =>
  rows
    .filter(({ publishedAt }) => Date.parse(publishedAt) <= now.getTime() + MAX_AHEAD_MS)
    .sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, KEPT_ANNOUNCEMENTS);

const MAX_AHEAD_MS = 5 * 60_000;

/** ISO 8601 of milliseconds since 1970; null for what no announcement is dated. */
export function stampOf(ms: number): string | null {
  return ms > EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : null;
}
const EARLIEST_MS = Date.UTC(2015, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

export const ANNOUNCEMENTS_WINDOW = {
  freshMs: 60_000,
  staleMs: 30 * 60_000,
  maxBytes: 500_000,
} as const;
