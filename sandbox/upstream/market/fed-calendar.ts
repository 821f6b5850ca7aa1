import { perStamp, type World } from "../world";
import {
  civil,
  dateOf,
  DAY,
  type Day,
  easternDay,
  holidays,
  isoMonth,
  isWeekday,
  monthOf,
  weekdayOf,
  yearOf,
} from "./calendar";
import { fomcMeetings, type Meeting } from "./fomc";

/** A row of the Board's calendar: fields are absent or empty where there is nothing to say. */
export interface FedEvent {
  description?: string;
  live?: string;
  link?: string;
  location?: string;
  title?: string;
  /** "2:00 p.m." in New York, or "". */
  time?: string;
  /** "2026-10", or "" in a broken row. */
  month?: string;
  /** "28", "27, 28", "1, 8, 15, 22". */
  days?: string;
  type?: string;
}

/** Text as the calendar holds it: HTML, escaped once more. */
const html = (...paragraphs: string[]): string =>
  paragraphs.map((text) => `&lt;p&gt;${text}&lt;/p&gt;`).join("&#10;&#10;");

const monthOnly = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
const monthName = (day: Day): string => monthOnly.format(day);
const at = (day: Day, time: string) => ({ time, month: isoMonth(day), days: String(dateOf(day)) });

const DETAILED_DAYS = 120;

function meetingRows({ first, last, minutes, beigeBook }: Meeting, today: Day): FedEvent[] {
  const span =
    monthOf(first) === monthOf(last)
      ? `${monthName(first)} ${dateOf(first)} - ${dateOf(last)}`
      : `${monthName(first)} ${dateOf(first)} - ${monthName(last)} ${dateOf(last)}`;
  // a meeting gets its description, and its last day alone, when it comes near; before, both days are listed
  const near = last - today < DETAILED_DAYS * DAY;
  const sameMonth = monthOf(first) === monthOf(last);
  const meeting: FedEvent = near
    ? {
        description: html(`Two-day meeting, ${span}`, "Press Conference"),
        title: "FOMC Meeting",
        ...at(last, "2:00 p.m."),
        type: "FOMC",
      }
    : {
        title: "FOMC Meeting",
        ...at(last, "2:00 p.m."),
        ...(sameMonth && { days: `${dateOf(first)}, ${dateOf(last)}` }),
        type: "FOMC",
      };
  return [
    {
      link: "https://www.federalreserve.gov/live-broadcast.htm",
      title: "FOMC Press Conference",
      ...at(last, "2:30 p.m."),
      type: "FOMC",
    },
    meeting,
    {
      description: html(`Meeting of ${monthName(first)} ${dateOf(first)}-${dateOf(last)}`),
      title: " FOMC Minutes",
      ...at(minutes, "2:00 p.m."),
      type: "FOMC",
    },
    { title: "Beige Book", ...at(beigeBook, "2:00 p.m."), type: "Beige" },
  ];
}

const SPEAKERS = [
  "Chair A. Marlowe",
  "Vice Chair P. Ellery",
  "Governor L. Castellan",
  "Governor C. Whitlock",
  "Vice Chair for Supervision M. Thorne",
] as const;
const TOPICS = ["Economic Outlook", "Payments and Stablecoins", "Bank Supervision", "Labor Markets"] as const;
const PLACES = [
  "At the Economic Club&#8217;s Luncheon, Washington, D.C.",
  "At a Talk and Q&amp;A with Students, Charlottesville, Va.",
  "At the Community Banking Research Conference, St. Louis, Missouri ",
  "At the İstanbul Economic Forum, Ümraniye/İstanbul, Türkiye ",
] as const;

function speeches({ random }: World, month: Day): FedEvent[] {
  const key = month / DAY;
  return Array.from({ length: random.integer(4, 8, "speeches", key) }, (_, i) => {
    let day = month + random.integer(0, 27, "speech day", key, i) * DAY;
    while (!isWeekday(day)) day -= DAY;
    if (day < month) day += 3 * DAY;
    const hour = random.integer(1, 5, "speech hour", key, i);
    return {
      description: random.pick(TOPICS, "topic", key, i),
      ...(random.unit("live", key, i) < 0.6 && {
        live: `https://www.youtube.com/watch?v=${random.hex(11, "live", key, i)}`,
      }),
      location: random.pick(PLACES, "place", key, i),
      title: `${random.pick(["Speech", "Discussion"], "form", key, i)} - ${random.pick(SPEAKERS, "speaker", key, i)} `,
      ...at(
        day,
        random.unit("speech time", key, i) < 0.1
          ? ""
          : `${hour}:${random.pick(["00", "15", "30"], "minute", key, i)} p.m.`,
      ),
      type: "Speeches",
    };
  });
}

/** Every given weekday of a month: "1, 8, 15, 22, 29". */
const weekly = (month: Day, weekday: number): string =>
  Array.from({ length: 31 }, (_, i) => month + i * DAY)
    .filter((day) => monthOf(day) === monthOf(month) && weekdayOf(day) === weekday)
    .map(dateOf)
    .join(", ");

function statistics(month: Day): FedEvent[] {
  const row = (title: string, days: string, time: string, description?: string): FedEvent => ({
    ...(description && { description: html(description) }),
    title,
    time,
    month: isoMonth(month),
    days,
    type: "Stat",
  });
  return [
    row("H.4.1 - Factors Affecting Reserve Balances", weekly(month, 4), "4:30 p.m."),
    row("H.8 - Assets and Liabilities of Commercial Banks", weekly(month, 5), "4:15 p.m."),
    row("H.10 - Foreign Exchange Rates", weekly(month, 1), "4:15 p.m."),
    row("G.5 - Foreign Exchange Rates", "1", "4:15 p.m."),
    row("G.17 - Industrial Production and Capacity Utilization", "16", "9:15 a.m."),
    row("G.19 - Consumer Credit", "7", "3:00 p.m."),
    row("G.20 - Finance Companies", "28", "", "Publication date for this release is approximate."),
  ];
}

const YEARS_BACK = 6;

const calendarOf = perStamp((world, today): FedEvent[] => {
  const year = yearOf(today);
  const years = Array.from({ length: YEARS_BACK + 2 }, (_, i) => year - YEARS_BACK + i);
  const months = years.flatMap((y) => Array.from({ length: 12 }, (_, m) => civil(y, m + 1, 1)));
  return [
    ...months.flatMap((month) => speeches(world, month)),
    ...years.flatMap(fomcMeetings).flatMap((meeting) => meetingRows(meeting, today)),
    ...years
      .flatMap(holidays)
      .flatMap(({ day, name, federal }): FedEvent[] =>
        federal ? [{ title: `Holiday - ${name}`, ...at(day, ""), type: "Other" }] : [],
      ),
    // a row that was filled in by mistake has been in the file for long
    { title: html("&lt;strong&gt;Offices closed.&lt;/strong&gt;"), month: "", type: "other" },
    ...months.flatMap(statistics),
    {},
  ];
});

/** The Board's calendar, from six years back to the end of next year, in the order of its sections. */
export const fedCalendar = (world: World): FedEvent[] => calendarOf(world, easternDay(world.now()));
