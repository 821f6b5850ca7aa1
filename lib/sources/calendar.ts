import * as z from "zod";

/** What is kept of any calendar: its central-bank events and the releases that move markets, soonest first. */
export const calendar = z.object({
  events: z.array(
    z.object({
      title: z.string(),
      /** Currency of the central bank. */
      currency: z.string(),
      impact: z.enum(["high", "medium", "low"]).nullable(),
      /** UTC instant, or a bare US Eastern date where no hour is announced. */
      at: z.union([z.iso.datetime(), z.iso.date()]),
      forecast: z.string().nullable(),
      previous: z.string().nullable(),
      /** Somebody speaks: many do, and few say anything. */
      speech: z.literal(true).optional(),
      /** A figure that moves markets as a whole. */
      release: z.literal(true).optional(),
    }),
  ),
  /** The last entry of the whole calendar, of any kind, as `at`: a calendar that ended long ago is out of date. */
  until: z.string(),
  /** When US consumer prices are published, where the calendar has releases of statistics too. */
  inflation: z.array(z.iso.datetime()).optional(),
});
export type Calendar = z.infer<typeof calendar>;
export type CalendarEvent = Calendar["events"][number];

/** Events are kept from a day ago, so that a stale reading still has those that were ahead when it was made. */
export const KEPT_BEFORE_MS = 86_400_000;
/** Releases for a week, to be told with what came out. */
export const KEPT_RELEASES_MS = 7 * 86_400_000;
export const KEPT_EVENTS = 100;

export const HOUR_MS = 3_600_000;
/** Calendars change rarely, and their providers ask not to be read more than hourly. */
export const CALENDAR_FRESH_MS = 6 * HOUR_MS;
export const CALENDAR_STALE_MS = 24 * HOUR_MS;

/** Orders by time; a bare date stands before the hours of its day. */
export const byTime = (a: { at: string }, b: { at: string }): number => a.at.localeCompare(b.at);
