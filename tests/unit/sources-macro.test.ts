import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { daysOf, hourOf, reduceFedCalendar } from "@/lib/sources/fed-calendar";
import { fredReleases, reduceFredMonths } from "@/lib/sources/fred-releases";
import { reduceFearGreed } from "@/lib/sources/fear-greed";
import { coindesk, reduceFeed } from "@/lib/sources/feeds";
import { parseJson } from "@/lib/sources/fetcher/answer";
import { webAddress } from "@/lib/sources/fetcher/address";
import { topicsOf } from "@/lib/sources/headline-categories";
import {
  reduceTreasuryCsv,
  reduceTreasuryXml,
  tenorOf,
  treasuryMonth,
  treasuryMonthBefore,
  treasuryYear,
} from "@/lib/sources/treasury";
import { isCentralBank, reduceWeekCalendar } from "@/lib/sources/week-calendar";

const NOW = new Date("2026-10-07T14:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });
const fixture = (name: string) => readFile(new URL(`../fixtures/providers/${name}`, import.meta.url), "utf8");

describe("fear and greed", () => {
  const day = (value: string, timestamp: string) => ({ value, value_classification: "Fear", timestamp });
  const answer = (...data: object[]) => ({ name: "Fear and Greed Index", data, metadata: { error: null } });

  it("gives today's value, its day, and the value of the day before", () => {
    const { value, asOf } = reduceFearGreed(answer(day("27", "1791331200"), day("31", "1791244800")));
    expect(value).toEqual({ value: 27, classification: "Fear", previous: 31 });
    expect(asOf?.toISOString()).toBe("2026-10-07T00:00:00.000Z");
  });

  it("does not take an older day for the day before", () => {
    expect(
      reduceFearGreed(answer(day("27", "1791331200"), day("31", "1791158400"))).value.previous,
    ).toBeNull();
    expect(reduceFearGreed(answer(day("27", "1791331200"))).value.previous).toBeNull();
  });

  it("an empty list is suspect; a value out of range, a number or an error is no answer", () => {
    expect(() => reduceFearGreed(answer())).toThrow(failing("suspect_empty"));
    expect(() => reduceFearGreed(answer(day("101", "1791331200")))).toThrow(failing("schema"));
    expect(() => reduceFearGreed(answer({ ...day("27", "1791331200"), value: 27 }))).toThrow(
      failing("schema"),
    );
    expect(() => reduceFearGreed({ data: [], metadata: { error: "down" } })).toThrow(failing("schema"));
  });
});

describe("Treasury yields", () => {
  it("are found by the name of their column, in both formats and all spellings", () => {
    const names = ["1 Mo", "1.5 Month", "10 Yr", "30 Yr", "BC_1MONTH", "BC_1_5MONTH", "BC_30YEAR"];
    expect(names.map(tenorOf)).toEqual(["m1", "m1_5", "y10", "y30", "m1", "m1_5", "y30"]);
    for (const other of ["Date", "BC_30YEARDISPLAY", "Id", "NEW_DATE", "9 Yr", "", "Extrapolation Factor"])
      expect(tenorOf(other)).toBeNull();
  });

  it("are those of the newest day; what is blank or not a number is null", async () => {
    const { value, asOf } = reduceTreasuryCsv(await fixture("treasury-year.csv"), NOW);
    expect(value.date).toBe("2026-10-06");
    expect(value.rates).toMatchObject({ m1: 3.92, m1_5: null, m4: null, y2: 3.58, y10: 4.12, y30: 4.71 });
    expect(asOf?.toISOString()).toBe("2026-10-06T19:30:00.000Z");
  });

  it("of hundreds of percent are none: a rate that lost its point would make every yield a poor one", () => {
    const csv = `Date,"3 Mo","10 Yr"\n10/06/2026,385,4.12\n`;
    expect(reduceTreasuryCsv(csv, NOW).value.rates).toMatchObject({ m3: null, y10: 4.12 });
    const endless = csv.replace("385", "9".repeat(400));
    expect(reduceTreasuryCsv(endless, NOW).value.rates.m3).toBeNull();
  });

  it("do not depend on the order of rows or columns, nor on columns that came later", () => {
    const csv = 'Date,"10 Yr","2 Yr"\n10/05/2026,4.14,3.60\n10/06/2026,4.12,3.58\n';
    const { value } = reduceTreasuryCsv(csv, NOW);
    expect(value).toMatchObject({ date: "2026-10-06", rates: { y2: 3.58, y10: 4.12, m1: null, m1_5: null } });
  });

  it("come from the XML of a month too, with its maturity of 1.5 months and without its display column", async () => {
    const january = new Date("2027-01-03T12:00:00Z");
    const { value } = reduceTreasuryXml(await fixture("treasury-month.xml"), january);
    expect(value.date).toBe("2026-12-31");
    expect(value.rates).toMatchObject({ m1: 3.7, m1_5: null, y2: 3.48, y10: 4, y30: 4.65, y20: null });
  });

  it("takes no row that was cut off, whose last number may be half of one", () => {
    const csv = 'Date,"1 Mo","10 Yr"\n10/06/2026,4.11,4.52\n10/05/2026,4.1';
    expect(reduceTreasuryCsv(csv, NOW).value).toMatchObject({ date: "2026-10-06", rates: { y10: 4.52 } });
    expect(() => reduceTreasuryCsv('Date,"1 Mo","10 Yr"\n10/06/2026,4.1', NOW)).toThrow(
      failing("suspect_empty"),
    );
  });

  it("a year or a month without a day yet is suspect, so that the next source is asked", () => {
    expect(() => reduceTreasuryCsv("", NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceTreasuryCsv('Date,"1 Mo","10 Yr"\n', NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceTreasuryCsv('Date,"1 Mo"\n10/06/2026,\n', NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceTreasuryXml("<feed><title>x</title></feed>", NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceTreasuryCsv("<html>\n</html>\n", NOW)).toThrow(failing("schema"));
    expect(() => reduceTreasuryXml("<html><body>down</body></html>", NOW)).toThrow(failing("schema"));
  });

  it("are asked for by year, by month, and by the month before, over the turn of the year", () => {
    const january = new Date("2027-01-02T12:00:00Z");
    expect(webAddress(treasuryYear.address(january)).href).toContain("/daily-treasury-rates.csv/2027/all?");
    expect(webAddress(treasuryMonth.address(january)).searchParams.get("field_tdr_date_value_month")).toBe(
      "202701",
    );
    expect(
      webAddress(treasuryMonthBefore.address(january)).searchParams.get("field_tdr_date_value_month"),
    ).toBe("202612");
  });
});

describe("the Fed's calendar", () => {
  it("gives central-bank events in UTC, daylight saving included", async () => {
    const { value } = reduceFedCalendar(parseJson(await fixture("fed-calendar.json")), NOW);
    expect(value.events.map(({ at, title, impact }) => [at, title, impact])).toEqual([
      ["2026-10-13T17:25:00.000Z", "Speech - Governor Ada Lindqvist", null],
      ["2026-10-14T14:00:00.000Z", "Testimony - Chair A. Marlowe", null],
      ["2026-10-14T18:00:00.000Z", "Beige Book", null],
      ["2026-10-15T14:00:00.000Z", "Testimony - Chair A. Marlowe", null],
      ["2026-10-20", "Speech - Vice Chair P. Ellery", null],
      ["2026-10-28T18:00:00.000Z", "FOMC Meeting", "high"],
      ["2026-11-18T19:00:00.000Z", "FOMC Minutes", "high"],
      ["2026-12-09T19:00:00.000Z", "FOMC Meeting", "high"],
    ]);
    expect(value.until).toBe("2026-12-24T21:30:00.000Z");
    const speeches = value.events.filter(({ speech }) => speech).map(({ title }) => title.split(" ")[0]);
    expect(speeches).toEqual(["Speech", "Testimony", "Testimony", "Speech"]);
  });

  it("reads days as a day, a list or a range, whose last day counts", () => {
    const day = (year: number, month: number, date: number) => ({ year, month, day: date });
    expect(daysOf("2026-10", "28")).toEqual([day(2026, 10, 28)]);
    expect(daysOf("2026-10", "3, 10")).toEqual([day(2026, 10, 3), day(2026, 10, 10)]);
    expect(daysOf("2026-10", "27-28")).toEqual([day(2026, 10, 28)]);
    expect(daysOf("2026-04", "30-1")).toEqual([day(2026, 5, 1)]);
    expect(daysOf("2026-12", "31-1")).toEqual([day(2027, 1, 1)]);
    expect(daysOf("", "4")).toEqual([]);
    expect(daysOf("2026-10", "tbd")).toEqual([]);
  });

  it.each([
    ["2:00 p.m.", { hour: 14, minute: 0 }],
    ["12:30 p.m.", { hour: 12, minute: 30 }],
    ["12:00 a.m.", { hour: 0, minute: 0 }],
    ["9 AM", { hour: 9, minute: 0 }],
    ["", null],
    ["TBD", null],
    ["14:00", null],
    ["25:00 p.m.", null],
  ])("reads the time %j", (text, time) => {
    expect(hourOf(text)).toEqual(time);
  });

  it("without a dated entry is suspect, and another shape an error", () => {
    expect(() => reduceFedCalendar({ events: [{}] }, NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceFedCalendar({ events: "soon" }, NOW)).toThrow(failing("schema"));
    expect(() => reduceFedCalendar([], NOW)).toThrow(failing("schema"));
  });
});

describe("the week's calendar", () => {
  it("keeps the releases that move markets for a week, US ones alone, by their whole titles", () => {
    const row = (title: string, date: string, country = "USD") => ({
      ...{ title, country, date, impact: "High", forecast: "0.3%", previous: "0.2%" },
    });
    const titlesAt = (now: string) =>
      reduceWeekCalendar(
        [
          row("CPI m/m", "2026-10-12T08:30:00-04:00"),
          row("CPI m/m", "2026-10-12T08:30:00-04:00", "CAD"),
          row("Trimmed CPI m/m", "2026-10-12T08:30:00-04:00"),
          row("ADP Non-Farm Employment Change", "2026-10-12T08:30:00-04:00"),
          row("FOMC Statement", "2026-10-12T08:30:00-04:00"),
        ],
        new Date(now),
      ).value.events.map(({ title, currency, release }) => [title, currency, release]);
    expect(titlesAt("2026-10-19T12:00:00Z")).toEqual([["CPI m/m", "USD", true]]);
    expect(titlesAt("2026-10-19T13:00:00Z")).toEqual([]);
  });

  it("cleans whatever text stands for a currency, a forecast or what was before", () => {
    const strange = "\u202e<b>1\u200b%</b>\n";
    const [found] = reduceWeekCalendar(
      [
        {
          ...{ title: "Cash Rate", country: strange, date: "2026-10-12T08:30:00-04:00", impact: "High" },
          ...{ forecast: strange, previous: strange },
        },
      ],
      NOW,
    ).value.events;
    for (const text of [found?.currency, found?.forecast, found?.previous]) {
      expect(text).toMatch(/1/);
      expect(text).not.toMatch(/[\u202e\u200b\n]/);
    }
  });

  it("gives what central banks do, in UTC, with forecasts as they are written", async () => {
    const { value } = reduceWeekCalendar(parseJson(await fixture("week-calendar.json")), NOW);
    expect(value.events).toEqual([
      {
        title: "FOMC Member Lindqvist Speaks",
        currency: "USD",
        impact: "low",
        at: "2026-10-13T17:25:00.000Z",
        forecast: null,
        previous: null,
        speech: true,
      },
      {
        title: "Official Cash Rate",
        currency: "NZD",
        impact: "high",
        at: "2026-10-14T01:00:00.000Z",
        forecast: "2.25%",
        previous: "2.50%",
      },
      {
        title: "Core CPI m/m",
        currency: "USD",
        impact: "high",
        at: "2026-10-14T12:30:00.000Z",
        forecast: "0.3%",
        previous: "0.2%",
        release: true,
      },
      {
        title: "Official Bank Rate",
        currency: "GBP",
        impact: "high",
        at: "2026-10-15T11:00:00.000Z",
        forecast: "<3.75%",
        previous: "4.00%",
      },
      {
        title: "MPC Official Bank Rate Votes",
        currency: "GBP",
        impact: "high",
        at: "2026-10-15T11:00:00.000Z",
        forecast: "3-0-6",
        previous: "0-3-6",
      },
    ]);
    expect(value.until).toBe("2026-10-15T14:30:00.000Z");
  });

  it.each([
    "FOMC Statement",
    "Federal Funds Rate",
    "FOMC Meeting Minutes",
    "Fed Chair Marlowe Speaks",
    "ECB Press Conference",
    "Main Refinancing Rate",
    "ECB President Laurent Speaks",
    "German Buba President Weber Speaks",
    "BOE Gov Hale Speaks",
    "Monetary Policy Summary",
    "BOJ Policy Rate",
    "BOJ Outlook Report",
    "SNB Policy Rate",
    "RBA Rate Statement",
    "Cash Rate",
    "Overnight Rate",
    "BOC Rate Statement",
    "1-y Loan Prime Rate",
    "Beige Book",
    "Jackson Hole Symposium",
  ])("%s is about a central bank", (title) => {
    expect(isCentralBank(title)).toBe(true);
  });

  it.each([
    "President Someone Speaks",
    "Treasury Sec Someone Speaks",
    "BOJ Core CPI y/y",
    "Core PCE Price Index m/m",
    "Unemployment Rate",
    "Philly Fed Manufacturing Index",
    "Federal Budget Balance",
    "Crude Oil Inventories",
    "Bank Holiday",
  ])("%s is not", (title) => {
    expect(isCentralBank(title)).toBe(false);
  });

  it("an empty week is suspect, another shape an error", () => {
    expect(() => reduceWeekCalendar([], NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceWeekCalendar({ error: "Request Denied" }, NOW)).toThrow(failing("schema"));
    expect(() =>
      reduceWeekCalendar([{ title: "x", country: "USD", date: "soon", impact: "Low" }], NOW),
    ).toThrow(failing("schema"));
  });
});

describe("feeds", () => {
  it("give headline, link and time, past empty namespaced twins, campaign tags and escapes", async () => {
    const { value, asOf } = reduceFeed(await fixture("coindesk.xml"), NOW);
    expect(value.items).toEqual([
      {
        title: "Harbor & Tide agree merger — at last",
        url: "https://www.coindesk.com/business/2026/10/07/harbor-tide?page=2",
        publishedAt: "2026-10-07T13:41:53.000Z",
      },
      {
        title: "Older & twice escaped alert(1)",
        url: "https://www.coindesk.com/markets/2026/10/06/older",
        publishedAt: "2026-10-06T09:00:00.000Z",
      },
    ]);
    expect(asOf?.toISOString()).toBe("2026-10-07T13:41:53.000Z");
  });

  it("are read through the Fed's CDATA", async () => {
    const { value } = reduceFeed(await fixture("fed-press.xml"), NOW);
    expect(value.items).toEqual([
      {
        title: "Federal Reserve Board announces approval of application by Quartz Bancorp",
        url: "https://www.federalreserve.gov/newsevents/pressreleases/orders20261006a.htm",
        publishedAt: "2026-10-06T20:30:00.000Z",
      },
    ]);
  });

  it("without an item are suspect, without a readable one or without a channel an error", () => {
    const rss = (items: string) => `<rss><channel><title>x</title>${items}</channel></rss>`;
    expect(() => reduceFeed(rss(""), NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceFeed(rss("<item><title>x</title></item>"), NOW)).toThrow(failing("schema"));
    expect(() => reduceFeed("<html><body>x</body></html>", NOW)).toThrow(failing("schema"));
  });

  const rssAt = (date: string) =>
    `<rss><channel><item><title>T</title><link>https://a.com/1</link><pubDate>${date}</pubDate></item></channel></rss>`;

  it.each([
    ["Wed, 07 Oct 2026 14:00:00 CEST", "2026-10-07T12:00:00.000Z"],
    ["Wed, 07 Oct 2026 08:00:00 EDT", "2026-10-07T12:00:00.000Z"],
    ["Wed, 07 Oct 2026 14:00:00 +0200", "2026-10-07T12:00:00.000Z"],
    ["Wed, 07 Oct 2026 12:00:00", "2026-10-07T12:00:00.000Z"],
    ["2026-10-07T12:00:00", "2026-10-07T12:00:00.000Z"],
    ["2026-10-07 12:00:00", "2026-10-07T12:00:00.000Z"],
    ["2026-10-07T14:00:00+02:00", "2026-10-07T12:00:00.000Z"],
    ["2026-10-07T12:00:00.5Z", "2026-10-07T12:00:00.500Z"],
  ])("read %s by its zone, and without one as UTC", (date, time) => {
    expect(reduceFeed(rssAt(date), NOW).value.items[0]?.publishedAt).toBe(time);
  });

  it("leave out an item of an unknown zone", () => {
    expect(() => reduceFeed(rssAt("Wed, 07 Oct 2026 14:00:00 XQZT"), NOW)).toThrow(failing("schema"));
  });

  it("date an item of the future by its reading, and leave out one of more than five minutes ahead", () => {
    const ahead = (ms: number) => reduceFeed(rssAt(new Date(NOW.getTime() + ms).toUTCString()), NOW);
    const { value, asOf } = ahead(240_000);
    expect([value.items[0]?.publishedAt, asOf?.toISOString()]).toEqual([
      NOW.toISOString(),
      NOW.toISOString(),
    ]);
    expect(() => ahead(301_000)).toThrow(failing("schema"));
  });

  it("are read as Atom, by the link to the entry's own page", () => {
    const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry>
      <title type="html">Rates &amp;amp; bills</title><link rel="self" href="https://a.com/feed/1"/>
      <link rel="alternate" type="text/html" href="https://a.com/1?a=1&amp;b=2"/>
      <published>2026-10-07T12:00:00+02:00</published><updated>2026-10-07T13:00:00Z</updated></entry>
      <entry><title>Older</title><link href="https://a.com/2"/><updated>2026-10-07T09:00:00Z</updated></entry></feed>`;
    expect(reduceFeed(atom, NOW).value.items).toEqual([
      { title: "Rates & bills", url: "https://a.com/1?a=1&b=2", publishedAt: "2026-10-07T10:00:00.000Z" },
      { title: "Older", url: "https://a.com/2", publishedAt: "2026-10-07T09:00:00.000Z" },
    ]);
  });

  const titled = (title: string, declaration = "") =>
    `${declaration}${rssAt(NOW.toUTCString()).replace("<title>T<", `<title>${title}<`)}`;
  const readAs = async (bytes: Uint8Array, contentType: string | null) => {
    async function* body() {
      yield await Promise.resolve(bytes.subarray(0, 90)); // a charset does not care where chunks end
      yield bytes.subarray(90);
    }
    return (await coindesk.answer(body(), NOW, contentType)).value.items[0]?.title;
  };
  const latin = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

  it.each([
    ["its header", "text/xml; charset=ISO-8859-1", ""],
    ["its declaration", "text/xml", '<?xml version="1.0" encoding="windows-1252"?>'],
    ["its declaration, without a header", null, "<?xml version='1.0' encoding='iso-8859-1'?>"],
    [
      "its header before its declaration",
      'text/xml; charset="windows-1252"',
      '<?xml version="1.0" encoding="UTF-8"?>',
    ],
  ])("are read by the charset of %s", async (_, contentType, declaration) => {
    // byte 0x92 is an apostrophe and 0x80 the euro sign, of windows-1252 and of what calls itself ISO-8859-1
    const bytes = latin(titled("Zürich\u0092s café: \u008020", declaration));
    expect(await readAs(bytes, contentType)).toBe("Zürich’s café: €20");
  });

  it("are UTF-8 by a byte-order mark or without any charset, and no feed by an unknown one", async () => {
    const utf8 = new TextEncoder().encode(titled("Zürich"));
    expect(await readAs(utf8, null)).toBe("Zürich");
    expect(await readAs(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8), "text/xml; charset=latin1")).toBe("Zürich");
    await expect(readAs(utf8, "text/xml; charset=klingon")).rejects.toThrow(failing("schema"));
  });

  it("are not believed where titles can't be read in the charset that they claim", () => {
    const item = (title: string) =>
      `<item><title>${title}</title><link>https://a.com/${title}</link><pubDate>${NOW.toUTCString()}</pubDate></item>`;
    const rss = (...titles: string[]) => `<rss><channel>${titles.map(item).join("")}</channel></rss>`;
    expect(reduceFeed(rss("a\uFFFD", "b", "c"), NOW).value.items).toHaveLength(3);
    expect(() => reduceFeed(rss("a\uFFFD", "b\uFFFD", "c"), NOW)).toThrow(failing("implausible"));
  });

  it("keep thirty items at most", () => {
    const item = (i: number) =>
      `<item><title>T${i}</title><link>https://a.com/${i}</link><pubDate>${new Date(NOW.getTime() - i * 1_000).toUTCString()}</pubDate></item>`;
    const items = Array.from({ length: 90 }, (_, i) => item(89 - i)).join("");
    const { value } = reduceFeed(`<rss><channel>${items}</channel></rss>`, NOW);
    expect(value.items).toHaveLength(30);
    expect(value.items[0]?.title).toBe("T0");
  });

  it("give topics by feed and by words", () => {
    expect(topicsOf(coindesk.id, "SEC sues exchange as bitcoin ETF inflows surge")).toEqual([
      "crypto",
      "regulation",
      "markets",
    ]);
    expect(topicsOf("feed.fed-press", "Board announces approval")).toEqual(["macro"]);
    expect(topicsOf("feed.unknown", "Weather")).toEqual([]);
  });
});

describe("FRED's monthly figures", () => {
  const ids = ["CPIAUCSL", "CPIAUCNS", "CPILFESL", "CPILFENS", "PCEPI", "PCEPILFE", "PAYEMS", "UNRATE"];
  const csvOf = (...rows: string[]) => [`observation_date,${ids.join(",")}`, ...rows, ""].join("\n");

  it("come in one request; what is not out is absent, not zero", () => {
    expect(webAddress(fredReleases.address(NOW)).searchParams.get("id")).toBe(ids.join(","));
    const { value } = reduceFredMonths(
      csvOf(
        "2026-09-01,326,326.1,331,331.2,,.,159147,4.2",
        "2026-08-01,325,325.1,330,330.2,129,130,159000,4.3",
      ),
    );
    expect(value.PAYEMS).toEqual([
      ["2026-08", 159_000],
      ["2026-09", 159_147],
    ]);
    expect(value.PCEPILFE).toEqual([["2026-08", 130]]);
    expect(fredReleases.kept.safeParse(value).success).toBe(true);
  });

  it("without a column are another shape, without a figure suspect", () => {
    expect(() => reduceFredMonths("observation_date,CPIAUCSL\n2026-09-01,326\n")).toThrow(failing("schema"));
    expect(() => reduceFredMonths("<html>")).toThrow(failing("schema"));
    expect(() => reduceFredMonths(csvOf("2026-09-01,,,,,,,,"))).toThrow(failing("suspect_empty"));
  });
});
