import { json } from "../http/answer";
import {
  dateOf,
  DAY,
  type Day,
  easternDay,
  easternOffset,
  easternTime,
  holidayOn,
  HOUR,
  monthOf,
  nthWeekday,
  weekdayOf,
  yearOf,
} from "../market/calendar";
import { fomcMeetings } from "../market/fomc";
import type { World } from "../world";
import type { Provider } from "./provider";

type Impact = "High" | "Medium" | "Low" | "Holiday";
interface Planned {
  /** Hours on New York's clock. */
  at: number;
  currency: string;
  title: string;
  impact: Impact;
  forecast?: string;
  previous?: string;
}

/** What comes every week, by weekday from Sunday. Forecasts are texts, in whatever form a release has. */
const WEEKLY: readonly (readonly Planned[])[] = [
  [
    {
      at: 19.5,
      currency: "JPY",
      title: "Monetary Policy Meeting Votes",
      impact: "Medium",
      forecast: "3-0-6",
      previous: "2-0-7",
    },
  ],
  [
    {
      at: 10,
      currency: "EUR",
      title: "Main Refinancing Rate",
      impact: "High",
      forecast: "<1.25%",
      previous: "1.25%",
    },
  ],
  [
    {
      at: 9.75,
      currency: "USD",
      title: "Flash Manufacturing PMI",
      impact: "Medium",
      forecast: "54.6",
      previous: "55.3",
    },
    {
      at: 10,
      currency: "USD",
      title: "JOLTS Job Openings",
      impact: "High",
      forecast: "7.21M",
      previous: "7.18M",
    },
  ],
  [
    {
      at: 8.25,
      currency: "USD",
      title: "ADP Non-Farm Employment Change",
      impact: "High",
      forecast: "104K",
      previous: "99K",
    },
    { at: 10.5, currency: "USD", title: "Crude Oil Inventories", impact: "Low", previous: "-8.3M" },
    { at: 22, currency: "CNY", title: "New Loans", impact: "Low", forecast: "480B", previous: "620B" },
  ],
  [
    {
      at: 8.5,
      currency: "USD",
      title: "Unemployment Claims",
      impact: "Medium",
      forecast: "226K",
      previous: "229K",
    },
    { at: 12, currency: "USD", title: "FOMC Member Whitlock Speaks", impact: "Low" },
  ],
  [
    {
      at: 10,
      currency: "USD",
      title: "Prelim UoM Consumer Sentiment",
      impact: "Medium",
      forecast: "50.0",
      previous: "48.9",
    },
  ],
  [],
];

function planned({ random }: World, day: Day): Planned[] {
  const value = (name: string) => `0.${random.integer(1, 5, name, day / DAY)}%`;
  const usd = (at: number, title: string, impact: Impact = "High"): Planned => ({
    at,
    currency: "USD",
    title,
    impact,
    forecast: value(title),
    previous: value(`${title} before`),
  });
  const payrolls = (name: string) => `${random.integer(60, 220, name, day / DAY)}K`;
  const events = [...(WEEKLY[weekdayOf(day)] ?? [])];
  const holiday = holidayOn(day);
  if (holiday) events.push({ at: 0, currency: "USD", title: "Bank Holiday", impact: "Holiday" });
  if (fomcMeetings(yearOf(day)).some(({ last }) => last === day))
    events.push(
      {
        at: 14,
        currency: "USD",
        title: "Federal Funds Rate",
        impact: "High",
        forecast: "4.25%",
        previous: "4.25%",
      },
      { at: 14, currency: "USD", title: "FOMC Statement", impact: "High" },
      { at: 14.5, currency: "USD", title: "FOMC Press Conference", impact: "High" },
    );
  if (day === nthWeekday(yearOf(day), monthOf(day), 5, 1))
    events.push(
      {
        ...usd(8.5, "Non-Farm Employment Change"),
        forecast: payrolls("forecast"),
        previous: payrolls("previous"),
      },
      usd(8.5, "Unemployment Rate"),
    );
  if (dateOf(day) === 28) events.push(usd(8.5, "Core PCE Price Index m/m"));
  if (day === cpiDay(day)) events.push(usd(8.5, "CPI m/m"), usd(8.5, "CPI y/y"), usd(8.5, "Core CPI m/m"));
  return events.sort((a, b) => a.at - b.at);
}

/** Around the 12th, never at a weekend. */
function cpiDay(day: Day): Day {
  const twelfth = day - (dateOf(day) - 12) * DAY;
  if (weekdayOf(twelfth) === 0) return twelfth + DAY;
  return weekdayOf(twelfth) === 6 ? twelfth - DAY : twelfth;
}

/** "2026-06-21T21:00:00-04:00". */
function local(day: Day, hours: number): string {
  const at = easternTime(day, hours);
  const offset = easternOffset(at);
  return `${new Date(at + offset).toISOString().slice(0, 19)}-0${-offset / HOUR}:00`;
}

/** The week's releases, Sunday to Saturday in New York, in order of time; no field says what came out. */
export const faireconomy: Provider = {
  hosts: ["nfs.faireconomy.media"],
  answer({ path }, world) {
    if (path !== "/ff_calendar_thisweek.json") return undefined;
    const today = easternDay(world.now());
    const sunday = today - weekdayOf(today) * DAY;
    const week = Array.from({ length: 7 }, (_, i) => sunday + i * DAY);
    return json(
      week.flatMap((day) =>
        planned(world, day).map(({ at, currency, title, impact, forecast = "", previous = "" }) => ({
          title,
          country: currency,
          date: local(day, at),
          impact,
          forecast,
          previous,
        })),
      ),
      200,
      "application/json",
    );
  },
};
