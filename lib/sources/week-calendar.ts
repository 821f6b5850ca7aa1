import * as z from "zod";
import {
  byTime,
  calendar,
  type Calendar,
  CALENDAR_FRESH_MS,
  CALENDAR_STALE_MS,
  KEPT_BEFORE_MS,
  KEPT_EVENTS,
  KEPT_RELEASES_MS,
} from "./calendar";
import { macroReleases } from "../curated/macro-releases";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";

/**
 * This week's economic calendar of all currencies (unofficial; to be read at most hourly): ISO times with an
 * offset, `country` is a currency, forecasts are strings such as "<1.25%", "3-0-6", "480B". All kinds of releases;
 * central banks and the releases that move markets are recognised by title.
 */
const row = z.object({
  title: z.string().min(1),
  country: z.string(),
  date: z.iso.datetime({ offset: true }),
  impact: z.string(),
  forecast: z.string().nullish(),
  previous: z.string().nullish(),
});

const BANKS = "FOMC|Fed|ECB|Buba|BOE|MPC|BOJ|SNB|RBA|RBNZ|BOC|PBOC|Riksbank|Norges Bank";
/** Decisions, statements, minutes, press conferences and reports on policy. */
const POLICY =
  /\bFOMC\b|Federal Funds Rate|Beige Book|Jackson Hole|Monetary Policy|Rate Statement|Rate Votes|Official (?:Bank|Cash) Rate|(?:^|\s)(?:Cash|Overnight|Policy|Main Refinancing|Loan Prime|Deposit Facility|Reverse Repo) Rate|(?:BOJ|BOE|ECB|SNB|RBA|RBNZ|BOC|PBOC) (?:Press Conference|Outlook Report|Summary of Opinions|Financial Stability|Bulletin|Quarterly Bulletin|Gov|Policy)/i;
/** Those who make it, speaking: a president or a treasury secretary is not one of them. */
const SPEAKERS = new RegExp(`\\b(?:${BANKS})\\b.*\\b(?:Speaks|Testifies|Speech)\\b`, "i");

/** Whether an entry of the calendar is about a central bank: a decision, a publication on policy, a speaker. */
export const isCentralBank = (title: string): boolean => POLICY.test(title) || SPEAKERS.test(title);

const RELEASES: ReadonlySet<string> = new Set(macroReleases.items.map(({ title }) => title));
const isRelease = (title: string, country: string): boolean => country === "USD" && RELEASES.has(title);

/** Consumer prices, in each form in which the release is listed. */
const US_INFLATION = /^(?:Core )?CPI [my]\/[my]$/i;

const IMPACTS: Readonly<Record<string, "high" | "medium" | "low">> = {
  High: "high",
  Medium: "medium",
  Low: "low",
};
const textOrNull = (text: string | null | undefined): string | null => cleanText(text ?? "") || null;

export function reduceWeekCalendar(answer: unknown, now: Date): Reduced<Calendar> {
  const rows = acceptRows(row, accept(z.array(z.unknown()), answer)).map((entry) => ({
    ...entry,
    title: cleanText(entry.title),
    at: new Date(entry.date).toISOString(),
  }));
  const until = rows
    .map(({ at }) => at)
    .sort()
    .at(-1);
  if (until === undefined) throw new SourceError("suspect_empty", "no entry in the calendar");
  const since = (agoMs: number): string => new Date(now.getTime() - agoMs).toISOString();
  const from = since(KEPT_BEFORE_MS);
  const events = rows
    .filter(({ title, country, at }) =>
      isRelease(title, country) ? at >= since(KEPT_RELEASES_MS) : at >= from && isCentralBank(title),
    )
    .map(({ title, country, impact, at, forecast, previous }) => ({
      title,
      currency: cleanText(country),
      impact: Object.hasOwn(IMPACTS, impact) ? (IMPACTS[impact] ?? null) : null,
      at,
      forecast: textOrNull(forecast),
      previous: textOrNull(previous),
      ...(SPEAKERS.test(title) && { speech: true as const }),
      ...(isRelease(title, country) && { release: true as const }),
    }))
    .sort(byTime)
    .slice(0, KEPT_EVENTS);
  const inflation = rows
    .filter(({ title, country, at }) => at >= from && country === "USD" && US_INFLATION.test(title))
    .map(({ at }) => at);
  return { value: { events, until, inflation: [...new Set(inflation)].sort() }, asOf: null };
}

export const weekCalendar: Source<Calendar> = {
  id: "week-calendar",
  version: 3,
  provider: "Forex Factory",
  address: () => ({ host: "nfs.faireconomy.media", path: "/ff_calendar_thisweek.json" }),
  answer: jsonAnswer(reduceWeekCalendar),
  kept: calendar,
  freshMs: CALENDAR_FRESH_MS,
  staleMs: CALENDAR_STALE_MS,
  maxBytes: 1_000_000,
};
