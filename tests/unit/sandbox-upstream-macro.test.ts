import { XMLParser } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { actualOf } from "@/lib/desks/macro/released";
import { fredReleases } from "@/lib/sources/fred-releases";
import { weekCalendar } from "@/lib/sources/week-calendar";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at as reading, noStore, reader } from "../fixtures/test-source";

/** A Thursday, 11:30 a.m. in New York. */
const NOW = Date.UTC(2026, 9, 8, 15, 30);

let now = NOW;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 2, now: () => now, protocolRows: 60 });
});
afterAll(() => upstream.close());

/** The text as it is on the wire: `Response.text()` would drop a byte-order mark. */
async function wire(path: string): Promise<string> {
  const response = await fetch(`${upstream.url}/${path}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString();
}
async function at<T>(moment: number, run: () => Promise<T>): Promise<T> {
  now = moment;
  try {
    return await run();
  } finally {
    now = NOW;
  }
}

describe("the Fear & Greed index", () => {
  const schema = z.strictObject({
    name: z.literal("Fear and Greed Index"),
    data: z.array(
      z.strictObject({
        value: z.string().regex(/^\d{1,2}$/),
        value_classification: z.enum(["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"]),
        timestamp: z.string().regex(/^\d{10}$/),
        time_until_update: z.string().optional(),
      }),
    ),
    metadata: z.strictObject({ error: z.null() }),
  });

  it("comes as strings, newest first, and says in its first row only when the next value is due", async () => {
    const { data } = schema.parse(JSON.parse(await wire("api.alternative.me/fng/?limit=30&format=json")));
    expect(data).toHaveLength(30);
    expect(data[0]).toMatchObject({
      timestamp: String(Date.UTC(2026, 9, 8) / 1000),
      time_until_update: "30600",
    });
    expect(data.slice(1).every((row) => row.time_until_update === undefined)).toBe(true);
    const times = data.map(({ timestamp }) => Number(timestamp));
    times.slice(1).forEach((time, i) => expect((times[i] ?? 0) - time).toBe(86_400));
  });

  it("gives one row by default and everything since February 2018 for limit 0", async () => {
    expect(schema.parse(JSON.parse(await wire("api.alternative.me/fng/"))).data).toHaveLength(1);
    const { data } = schema.parse(JSON.parse(await wire("api.alternative.me/fng/?limit=0")));
    expect(data.at(-1)?.timestamp).toBe("1517443200");
    expect(new Set(data.map(({ value_classification }) => value_classification)).size).toBeGreaterThan(2);
  });
});

const RATES = "home.treasury.gov/resource-center/data-chart-center/interest-rates";
const csvOf = (year: number) =>
  wire(
    `${RATES}/daily-treasury-rates.csv/${year}/all?type=daily_treasury_yield_curve&field_tdr_date_value=${year}&page&_format=csv`,
  );
const xmlOf = (month: string) =>
  wire(`${RATES}/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value_month=${month}`);
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });

const feedSchema = z.object({
  feed: z.object({
    entry: z.array(
      z.object({
        content: z.object({ "m:properties": z.record(z.string(), z.record(z.string(), z.string())) }),
      }),
    ),
  }),
});

describe("the Treasury", () => {
  it("lists the year newest first, business days only, the last one being yesterday before the evening", async () => {
    const [header, ...rows] = (await csvOf(2026)).trim().split("\n");
    expect(header).toBe(
      'Date,"1 Mo","1.5 Month","2 Mo","3 Mo","4 Mo","6 Mo","1 Yr","2 Yr","3 Yr","5 Yr","7 Yr","10 Yr","20 Yr","30 Yr"',
    );
    expect(rows[0]).toMatch(/^10\/07\/2026,(\d+\.\d\d,){13}\d+\.\d\d$/);
    expect(rows.at(-1)).toMatch(/^01\/02\/2026,/);
    expect(rows.some((row) => row.startsWith("09/07/2026"))).toBe(false);
    const evening = await at(Date.UTC(2026, 9, 8, 22, 1), () => csvOf(2026));
    expect(evening.split("\n")[1]).toMatch(/^10\/08\/2026,/);
  });

  it("leaves a maturity blank on days before it existed, and a year without days empty", async () => {
    const rows = (await csvOf(2025)).trim().split("\n");
    expect(rows.at(-1)).toMatch(/^01\/02\/2025,\d+\.\d\d,,\d/);
    expect(rows[1]).toMatch(/^12\/31\/2025,(\d+\.\d\d,){13}/);
    expect(await at(Date.UTC(2027, 0, 1, 18), () => csvOf(2027))).toBe("");
  });

  it("gives the month as Atom, oldest first, with the numbers of the CSV and of FRED", async () => {
    const { feed } = feedSchema.parse(parser.parse(await xmlOf("202609")));
    const days = feed.entry.map(({ content }) => content["m:properties"]);
    expect(days[0]?.["d:NEW_DATE"]?.["#text"]).toBe("2026-09-01T00:00:00");
    expect(days).toHaveLength(21);
    expect(days[0]?.["d:BC_1_5MONTH"]?.["@_m:type"]).toBe("Edm.Double");
    const csv = (await csvOf(2026))
      .split("\n")
      .find((row) => row.startsWith("09/01/2026"))
      ?.split(",");
    expect(csv?.[12]).toBe(days[0]?.["d:BC_10YEAR"]?.["#text"]);
    const fred = await wire(
      "fred.stlouisfed.org/graph/fredgraph.csv?id=DGS10,DGS3MO&cosd=2026-09-01&coed=2026-09-01",
    );
    expect(fred.split("\n")[1]).toBe(`2026-09-01,${csv?.[12]},${csv?.[4]}`);
  });

  it("marks a maturity that did not exist yet as null in XML", async () => {
    const { feed } = feedSchema.parse(parser.parse(await xmlOf("202501")));
    expect(feed.entry[0]?.content["m:properties"]["d:BC_1_5MONTH"]).toMatchObject({ "@_m:null": "true" });
  });
});

const eventSchema = z.strictObject({
  description: z.string().optional(),
  live: z.string().optional(),
  link: z.string().optional(),
  location: z.string().optional(),
  title: z.string().optional(),
  time: z.string().optional(),
  month: z.string().optional(),
  days: z.string().optional(),
  type: z.string().optional(),
});

describe("the Fed's calendar", () => {
  it("stands behind a byte-order mark and ends in an empty event", async () => {
    const text = await wire("www.federalreserve.gov/json/calendar.json");
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.length).toBeGreaterThan(200_000);
    const { events } = z.object({ events: z.array(eventSchema) }).parse(JSON.parse(text.slice(1)));
    expect(events.at(-1)).toEqual({});
  });

  it("announces future meetings, near ones with HTML escaped twice, far ones with both days", async () => {
    const text = await wire("www.federalreserve.gov/json/calendar.json");
    const { events } = z.object({ events: z.array(eventSchema) }).parse(JSON.parse(text.slice(1)));
    const meetings = events.filter(({ title }) => title === "FOMC Meeting");
    expect(meetings.find(({ month }) => month === "2026-10")).toEqual({
      description:
        "&lt;p&gt;Two-day meeting, October 27 - 28&lt;/p&gt;&#10;&#10;&lt;p&gt;Press Conference&lt;/p&gt;",
      title: "FOMC Meeting",
      time: "2:00 p.m.",
      month: "2026-10",
      days: "28",
      type: "FOMC",
    });
    expect(meetings.find(({ month }) => month === "2027-04")?.days).toBe("27, 28");
    expect(events.filter(({ type }) => type === "Stat").some(({ days }) => days === "1, 8, 15, 22, 29")).toBe(
      true,
    );
    for (const type of ["Speeches", "Beige", "Stat", "Other"])
      expect(
        events.some((event) => event.type === type && event.month === "2026-10"),
        type,
      ).toBe(true);
    expect(events.some(({ time, month }) => time === "" && month)).toBe(true);
    expect(events.some(({ month, title }) => month === "" && title?.includes("&lt;strong&gt;"))).toBe(true);
  });

  it("puts nothing on a day that its month doesn't have", async () => {
    const text = await wire("www.federalreserve.gov/json/calendar.json");
    const { events } = z.object({ events: z.array(eventSchema) }).parse(JSON.parse(text.slice(1)));
    const dated = events.filter(({ month, days }) => month && days);
    expect(dated.length).toBeGreaterThan(10);
    for (const { month = "", days = "" } of dated) {
      for (const day of days.split(", ")) {
        const date = new Date(`${month}-${day.padStart(2, "0")}T00:00:00Z`);
        expect(date.toISOString().slice(0, 7), `${month} ${day}`).toBe(month);
      }
    }
  });
});

describe("the Fed's press releases", () => {
  const itemSchema = z.object({
    title: z.string(),
    link: z.url(),
    pubDate: z.string(),
    category: z.string(),
  });
  const rss = async (name: string) => {
    const text = await wire(`www.federalreserve.gov/feeds/${name}.xml`);
    const items = z
      .object({ rss: z.object({ channel: z.object({ item: z.array(itemSchema) }) }) })
      .parse(parser.parse(text)).rss.channel.item;
    return { text, items };
  };

  it("wrap link and date in CDATA, newest first, none from the future", async () => {
    const { text, items } = await rss("press_all");
    expect(text).toMatch(/<link><!\[CDATA\[https:\/\/www\.federalreserve\.gov\/newsevents/);
    expect(text).toMatch(
      /<pubDate><!\[CDATA\[\w{3}, \d\d \w{3} 2026 \d\d:\d\d:\d\d GMT\]\]><\/pubDate> {4}\n/,
    );
    const times = items.map(({ pubDate }) => Date.parse(pubDate));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times[0]).toBeLessThanOrEqual(NOW);
  });

  it("carry the Committee's statement at 2 p.m. New York on the day of its meeting", async () => {
    const { items } = await rss("press_monetary");
    expect(new Set(items.map(({ category }) => category))).toEqual(new Set(["Monetary Policy"]));
    const statement = items.find(({ title }) => title === "Federal Reserve issues FOMC statement");
    expect(statement?.pubDate).toBe("Wed, 16 Sep 2026 18:00:00 GMT");
  });
});

describe("the week's economic calendar", () => {
  const schema = z.array(
    z.strictObject({
      title: z.string().min(1),
      country: z.string().regex(/^[A-Z]{3}$/),
      date: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00-0[45]:00$/),
      impact: z.enum(["High", "Medium", "Low", "Holiday"]),
      forecast: z.string(),
      previous: z.string(),
    }),
  );
  const week = async () =>
    schema.parse(JSON.parse(await wire("nfs.faireconomy.media/ff_calendar_thisweek.json")));

  it("runs from Sunday to Saturday in order of time, with values in every form", async () => {
    const events = await week();
    const times = events.map(({ date }) => Date.parse(date));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse("2026-10-04T00:00:00-04:00"));
    expect(Math.max(...times)).toBeLessThan(Date.parse("2026-10-11T00:00:00-04:00"));
    const forecasts = events.map(({ forecast }) => forecast);
    for (const form of ["<1.25%", "3-0-6", "480B", "226K", ""]) expect(forecasts).toContain(form);
  });

  it("has the Fed's decision in a week of one, and a holiday in a week of one", async () => {
    const decision = await at(Date.UTC(2026, 9, 27), week);
    expect(decision.find(({ title }) => title === "FOMC Statement")?.date).toBe("2026-10-28T14:00:00-04:00");
    const thanksgiving = await at(Date.UTC(2026, 10, 23), week);
    expect(thanksgiving.find(({ impact }) => impact === "Holiday")?.date).toBe("2026-11-26T00:00:00-05:00");
    const inflation = await at(Date.UTC(2026, 9, 12, 12), week);
    expect(inflation.some(({ title, impact }) => title === "CPI m/m" && impact === "High")).toBe(true);
  });
});

describe("releases", () => {
  it("are in FRED's figures from the hour on that the week's calendar names, and not before", async () => {
    const figureAt = async (moment: number) => {
      const { status, value } = (
        await at(moment, () =>
          reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 })(
            { figures: fredReleases, week: weekCalendar },
            reading(new Date(moment)),
          ),
        )
      ).figures;
      expect(status).toBe("ok");
      return actualOf("CPI m/m", "2026-10-12T12:30:00.000Z", value);
    };
    expect(await figureAt(Date.UTC(2026, 9, 12, 12, 29))).toBeNull();
    expect(await figureAt(Date.UTC(2026, 9, 12, 12, 30))).toMatch(/^-?\d\.\d%$/);
  });
});
