import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SOURCE_STATUSES } from "@/lib/catalog/intel/answers/envelope";
import { TENORS } from "@/lib/catalog/intel/tenors";
import { composeMacro } from "@/lib/desks/macro/compose";
import { macroDocumentation } from "@/lib/desks/macro/documentation";
import type { MacroInputs } from "@/lib/desks/macro/gather";
import { MARK_SYMBOLS, type MarkSymbol } from "@/lib/desks/macro/vocabulary";
import type { Calendar, CalendarEvent } from "@/lib/sources/calendar";
import { coinbaseBtc, coinbaseBtcDay, coinbaseEth, coinbaseEthDay } from "@/lib/sources/coinbase";
import { fearGreed } from "@/lib/sources/fear-greed";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import { type FredMonths, fredReleases } from "@/lib/sources/fred-releases";
import { coindesk, cointelegraph, type Feed, fedMonetary, fedPress } from "@/lib/sources/feeds";
import { fredSpx, fredVix } from "@/lib/sources/fred";
import { krakenBtc, krakenEth } from "@/lib/sources/kraken";
import type { Quote } from "@/lib/sources/quote";
import type { Reading, Source } from "@/lib/sources/source";
import { treasuryMonth, treasuryYear, type YieldCurve } from "@/lib/sources/treasury";
import { weekCalendar } from "@/lib/sources/week-calendar";
import { yahooBtc, yahooDxy, yahooEth, yahooGold, yahooSpx, yahooVix } from "@/lib/sources/yahoo";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:00:00Z");
const HOUR = 3_600_000;
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

const quoteAt = (source: Source<Quote>, price: number, changePct: number | null, ageMs: number) =>
  readingOf(source, { price, changePct }, ago(ageMs), NOW);
const rates = Object.fromEntries(TENORS.map((tenor, i) => [tenor, 3.5 + i / 20]));
const curve = (over: object = {}): YieldCurve =>
  treasuryYear.kept.parse({ date: "2026-10-06", rates: { ...rates, ...over } });
const event = (title: string, at: string, over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  title,
  currency: "USD",
  impact: null,
  at,
  forecast: null,
  previous: null,
  ...over,
});
const calendarOf = (events: CalendarEvent[], until = "2026-12-31T21:00:00.000Z"): Calendar => ({
  events,
  until,
});
const feedOf = (source: Source<Feed>, ...items: [title: string, url: string, ageMs: number][]) =>
  readingOf(
    source,
    { items: items.map(([title, url, age]) => ({ title, url, publishedAt: ago(age).toISOString() })) },
    ago(items[0]?.[2] ?? 0),
    NOW,
  );

/** Everything read, everything fresh. */
const full = (): MacroInputs => ({
  marks: {
    SPX: [quoteAt(yahooSpx, 6_741.15, 0.214, 60_000)],
    VIX: [quoteAt(yahooVix, 16.4, -1.32, 60_000)],
    DXY: [quoteAt(yahooDxy, 98.7, 0.05, 60_000)],
    GOLD: [quoteAt(yahooGold, 4_162.3, -0.952, 60_000)],
    BTC: [quoteAt(coinbaseBtc, 110_000, null, 5_000)],
    ETH: [quoteAt(coinbaseEth, 4_000, null, 5_000)],
  },
  dayOpen: {
    BTC: readingOf(coinbaseBtcDay, { open: 100_000 }, NOW, NOW),
    ETH: readingOf(coinbaseEthDay, { open: 5_000 }, NOW, NOW),
  },
  fearGreed: readingOf(fearGreed, { value: 58, classification: "Greed", previous: 55 }, ago(14 * HOUR), NOW),
  yields: [readingOf(treasuryYear, curve(), ago(18 * HOUR), NOW)],
  fedCalendar: readingOf(
    fedCalendar,
    calendarOf([event("FOMC Minutes", "2026-10-07T18:00:00.000Z")]),
    NOW,
    NOW,
  ),
  weekCalendar: readingOf(weekCalendar, calendarOf([]), NOW, NOW),
  figures: readingOf<FredMonths>(fredReleases, {}, NOW, NOW),
  feeds: [feedOf(coindesk, ["Bitcoin ETF inflows", "https://a.com/1", HOUR])],
});
const compose = (over: Partial<MacroInputs>) => composeMacro({ ...full(), ...over }, NOW).answer;
const withMark = (symbol: MarkSymbol, ...asked: Reading<Quote>[]) => {
  const { marks } = full();
  const answer = compose({ marks: { ...marks, [symbol]: asked } });
  const mark = answer.marks.find((one) => one.symbol === symbol);
  if (mark === undefined) throw new Error(`no mark ${symbol}`);
  return { answer, mark };
};

describe("a full macro answer", () => {
  it("covers all, has the six marks in their order, and fits its schema", () => {
    const { answer, missing } = composeMacro(full(), NOW);
    expect(macroDocumentation.output.safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({ coverage: 1, stale: false });
    expect(answer.marks.map(({ symbol }) => symbol)).toEqual([...MARK_SYMBOLS]);
    expect(missing).toEqual([]);
    expect(answer.dataAsOf).toBe(ago(5_000).toISOString());
  });
});

describe("marks", () => {
  it("BTC and ETH change over 24 hours, against the same exchange's price", () => {
    const { marks } = compose({});
    expect(marks.map(({ changePct }) => changePct)).toEqual([0.21, -1.32, 0.05, -0.95, 10, -20]);
  });

  it("the change is unknown when the 24 hour price is, or is another exchange's", () => {
    const { marks, dayOpen } = full();
    expect(compose({ dayOpen: { ...dayOpen, BTC: failed(coinbaseBtcDay) } }).marks[4]).toMatchObject({
      price: 110_000,
      changePct: null,
    });
    const kraken = { ...marks, BTC: [failed<Quote>(coinbaseBtc), quoteAt(krakenBtc, 110_010, null, 0)] };
    expect(compose({ marks: kraken }).marks[4]).toMatchObject({
      source: "Kraken",
      price: 110_010,
      changePct: null,
    });
  });

  it.each([10, 0.1])("a price %f times that of a day before is not shown, nor counted as read", (times) => {
    const { marks } = full();
    const wrong = quoteAt(coinbaseBtc, 100_000 * times, null, 0);
    const alone = compose({ marks: { ...marks, BTC: [wrong] } });
    expect(alone.marks[4]).toMatchObject({
      price: null,
      changePct: null,
      reason: "Coinbase: its price and that of a day before contradict each other.",
    });
    expect(alone.coverage).toBeLessThan(1);
    const other = compose({ marks: { ...marks, BTC: [wrong, quoteAt(krakenBtc, 110_010, null, 0)] } });
    expect(other.marks[4]).toMatchObject({ price: 110_010, source: "Kraken" });
    expect(other.notes.join(" ")).toContain("BTC is from Kraken (Coinbase: its price and that of a day");
  });

  it("SPX and VIX say where New York's exchange stands, and the others nothing", () => {
    const { marks } = compose({});
    const session = { market: "NYSE", state: "open", halfDay: false, lastClose: "2026-10-06T20:00:00.000Z" };
    const open = { session: { ...session, missedSessions: 0 }, nextOpen: "2026-10-08T13:30:00.000Z" };
    const none = { session: null, nextOpen: null };
    expect(marks.map(({ session, nextOpen }) => ({ session, nextOpen }))).toEqual([
      ...[open, open],
      ...[none, none, none, none],
    ]);
    const { mark } = withMark("SPX", failed(yahooSpx));
    expect(mark).toMatchObject({ price: null, session: { ...session, missedSessions: null } });
  });

  it("a price that misses a session says so, counts half, and is dated in the summary", () => {
    const { answer, mark } = withMark("SPX", quoteAt(yahooSpx, 6_700, 0.4, 42 * HOUR));
    expect(mark.session?.missedSessions).toBe(1);
    expect(answer).toMatchObject({ coverage: 0.9667, stale: true });
    expect(answer.summary).toContain("SPX 6700 (+0.4 %, 5 Oct), VIX 16.4 (-1.32 %), ");
  });

  it("the summary dates a sentiment of another day, and no price of the last hour", () => {
    const early = new Date("2026-10-07T00:10:00Z");
    const before = new Date("2026-10-06T23:50:00Z");
    const { marks } = full();
    const { summary } = composeMacro(
      {
        ...full(),
        marks: { ...marks, ETH: [readingOf(coinbaseEth, { price: 4_000, changePct: null }, before, early)] },
        fearGreed: readingOf(
          fearGreed,
          { value: 58, classification: "Greed", previous: 55 },
          new Date("2026-10-06T00:00:00Z"),
          early,
        ),
      },
      early,
    ).answer;
    expect(summary).toContain("ETH 4000; fear and greed 58 (6 Oct)");
    expect(compose({}).summary).toContain("ETH 4000 (-20 %); fear and greed 58.");
  });

  it("a fallback is used, named, and says why", () => {
    const { answer, mark } = withMark(
      "SPX",
      failed(yahooSpx, "rate_limited"),
      quoteAt(fredSpx, 6_700, 0.4, 18 * HOUR),
    );
    expect(mark).toMatchObject({ price: 6_700, source: "FRED", changePct: 0.4 });
    expect(mark).not.toHaveProperty("reason");
    expect(answer.notes).toContain("SPX is from FRED (Yahoo Finance: rate_limited).");
    expect(answer.coverage).toBe(1);
  });

  it("without a price are null with the reason, and tell why nothing stands behind the dollar index", () => {
    const { answer, mark } = withMark("DXY", failed(yahooDxy, "rate_limited"));
    expect(mark).toEqual({
      symbol: "DXY",
      price: null,
      changePct: null,
      currency: "points",
      asOf: null,
      source: null,
      reason: "Yahoo Finance: rate_limited. No other free source carries this dollar index.",
      session: null,
      nextOpen: null,
    });
    expect(answer.coverage).toBe(0.9333);
  });

  it("of an open exchange count whole, those before the last close half, and a session older ones not at all", () => {
    const spx = (days: number) => withMark("SPX", quoteAt(yahooSpx, 6_700, 0.1, days * 24 * HOUR));
    expect(spx(0.01).answer).toMatchObject({ coverage: 1, stale: false });
    expect(spx(1).answer).toMatchObject({ coverage: 0.9667, stale: true });
    expect(spx(1).mark.price).toBe(6_700);
    const { answer, mark } = spx(3);
    expect(answer.coverage).toBe(0.9333);
    expect(mark.price).toBeNull();
    expect(mark.reason).toMatch(/newest price is from 2026-10-04/);
  });

  it("of crypto count whole for fifteen minutes and half for an hour", () => {
    const btc = (minutes: number) =>
      withMark("BTC", quoteAt(coinbaseBtc, 100_000, null, minutes * 60_000)).answer.coverage;
    expect([14, 20, 59, 61].map(btc)).toEqual([1, 0.9667, 0.9667, 0.9333]);
  });

  it("prefer a fresh price from a later source to an old one from the first", () => {
    const { mark } = withMark(
      "ETH",
      quoteAt(coinbaseEth, 4_000, null, 50 * 60_000),
      quoteAt(krakenEth, 4_100, null, 0),
    );
    expect(mark).toMatchObject({ source: "Kraken", price: 4_100 });
  });

  it("dated ahead of the clock are not used", () => {
    expect(withMark("BTC", quoteAt(coinbaseBtc, 1, null, -HOUR)).mark.price).toBeNull();
  });
});

describe("sentiment and yields", () => {
  it("sentiment counts whole for 36 hours, half for 72, and is then unknown", () => {
    const at = (hours: number) =>
      compose({
        fearGreed: readingOf(
          fearGreed,
          { value: 9, classification: "x", previous: null },
          ago(hours * HOUR),
          NOW,
        ),
      });
    expect(at(35).coverage).toBe(1);
    expect(at(40)).toMatchObject({ coverage: 0.925, stale: true, sentiment: { value: 9, previous: null } });
    expect(at(73)).toMatchObject({ coverage: 0.85, sentiment: null });
  });

  it("the spread is 10 minus 2 years in basis points, and unknown when either is", () => {
    const spread = (over: object) =>
      compose({ yields: [readingOf(treasuryYear, curve(over), ago(HOUR), NOW)] }).macro.curve2s10sBps;
    expect(spread({ y2: 3.58, y10: 4.12 })).toBe(54);
    expect(spread({ y2: 4.9, y10: 4.25 })).toBe(-65);
    expect(spread({ y2: 4.1, y10: 4.1 })).toBe(0);
    expect(spread({ y2: null })).toBeNull();
    expect(spread({ y10: null })).toBeNull();
  });

  it("in early January the month's curve stands in for the year's that is still empty", () => {
    const answer = compose({
      yields: [failed(treasuryYear, "suspect_empty"), readingOf(treasuryMonth, curve(), ago(20 * HOUR), NOW)],
    });
    expect(answer.macro.yields).toEqual({ date: "2026-10-06", ...rates });
    expect(answer).toMatchObject({ coverage: 1, stale: false });
    expect(answer.provenance).toContainEqual({
      id: "treasury.year",
      status: "suspect_empty",
      asOf: null,
      ageSec: null,
    });
  });

  it("yields count whole for four days, half for eight, and are then unknown", () => {
    const at = (days: number) =>
      compose({ yields: [readingOf(treasuryYear, curve(), ago(days * 24 * HOUR), NOW)] });
    expect([3, 5, 9].map((days) => at(days).coverage)).toEqual([1, 0.925, 0.85]);
    expect(at(9).macro).toMatchObject({ yields: null, curve2s10sBps: null });
  });
});

describe("events", () => {
  const events = (fed: CalendarEvent[], week: CalendarEvent[]) =>
    compose({
      fedCalendar: readingOf(fedCalendar, calendarOf(fed), NOW, NOW),
      weekCalendar: readingOf(weekCalendar, calendarOf(week), NOW, NOW),
    }).macro.events;

  it("are those ahead, soonest first; one without an hour counts until its day is over in New York", () => {
    const found = events(
      [
        event("C", "2026-10-09T12:00:00.000Z"),
        event("past", "2026-10-07T13:59:00.000Z"),
        event("today", "2026-10-07"),
        event("yesterday", "2026-10-06"),
      ],
      [event("B", "2026-10-08T01:00:00.000Z", { currency: "NZD", impact: "high", forecast: "2.25%" })],
    );
    expect(found?.map(({ title }) => title)).toEqual(["today", "B", "C"]);
  });

  it("in both calendars stand once, with the Fed's title and the week's rating", () => {
    const at = "2026-10-13T17:25:00.000Z";
    const found = events(
      [
        event("Speech - Governor Ada Lindqvist", at),
        event("FOMC Press Conference", "2026-10-28T18:30:00.000Z", { impact: "high" }),
        event("FOMC Minutes", "2026-11-18T19:00:00.000Z", { impact: "high" }),
        event("Speech - Governor C. Whitlock", at),
      ],
      [
        event("FOMC Member Lindqvist Speaks", at, { impact: "low" }),
        event("FOMC Press Conference", "2026-10-28T18:30:00.000Z", { impact: "high" }),
        event("FOMC Meeting Minutes", "2026-11-18T19:00:00.000Z", { impact: "high" }),
        event("Federal Funds Rate", "2026-10-28T18:00:00.000Z", { impact: "high", forecast: "3.50%" }),
      ],
    );
    expect(found?.map(({ title, impact }) => [title, impact])).toEqual([
      ["Federal Funds Rate", "high"],
      ["FOMC Press Conference", "high"],
      ["Speech - Governor Ada Lindqvist", "low"],
      ["Speech - Governor C. Whitlock", null],
      ["FOMC Minutes", "high"],
    ]);
  });

  it("of this month are not crowded out by a year of meetings, nor is the row of speeches", () => {
    const meetings = Array.from({ length: 24 }, (_, month) =>
      event("FOMC Meeting", new Date(Date.UTC(2026, 10 + month, 18, 19)).toISOString(), { impact: "high" }),
    );
    const speech = (day: string) => event("BOE Gov Speaks", `2026-10-${day}T17:00:00.000Z`, { speech: true });
    const votes = event("Monetary Policy Meeting Votes", "2026-10-12T02:00:00.000Z", { forecast: "3-0-6" });
    const found = events(meetings, [speech("09"), speech("10"), votes]);
    expect(found).toHaveLength(20);
    // By its time, so that a list that is cut behind its first ten, or five, still has it.
    expect(found?.[0]?.title).toMatch(/^2 speeches/);
    expect(found?.[1]).toMatchObject({ title: "Monetary Policy Meeting Votes", forecast: "3-0-6" });
  });

  it("that move markets come first, speeches in one row where the next of them stands", () => {
    const speech = (title: string, day: number, over: Partial<CalendarEvent> = {}) =>
      event(title, `2026-10-${String(day).padStart(2, "0")}T17:00:00.000Z`, { speech: true, ...over });
    const found = events(
      [
        speech("Speech - Governor Lindqvist", 9),
        event("FOMC Minutes", "2026-10-08T18:00:00.000Z", { impact: "high" }),
      ],
      [
        speech("BOE Gov Speaks", 12, { currency: "GBP", impact: "medium" }),
        speech("FOMC Member Whitlock Speaks", 11, { impact: "low" }),
        event("Beige Book", "2026-10-10T18:00:00.000Z"),
        event("Official Cash Rate", "2026-10-15T01:00:00.000Z", { currency: "NZD" }),
        event("Core CPI m/m", "2026-10-14T12:30:00.000Z", { release: true, forecast: "0.3%" }),
      ],
    );
    expect(found?.map(({ title }) => title)).toEqual([
      "Core CPI m/m",
      "Official Cash Rate",
      "FOMC Minutes",
      "3 speeches of central bankers, the last on 2026-10-12; next: Speech - Governor Lindqvist",
      "Beige Book",
    ]);
    expect(found?.[3]).toMatchObject({
      at: "2026-10-09T17:00:00.000Z",
      currency: "All",
      impact: "medium",
    });
    expect(events([speech("Speech - Governor Lindqvist", 9)], [])?.[0]).toMatchObject({
      title: "Speech - Governor Lindqvist",
      currency: "USD",
    });
  });

  describe("that are out", () => {
    const jobs = (at: string, title = "Non-Farm Employment Change") =>
      event(title, at, { release: true, forecast: "112K", previous: "98K" });
    const releasedOf = (figures: FredMonths | null, ...week: CalendarEvent[]) =>
      compose({
        weekCalendar: readingOf(weekCalendar, calendarOf(week), NOW, NOW),
        figures: figures === null ? failed(fredReleases) : readingOf(fredReleases, figures, NOW, NOW),
      }).macro.released;
    const out = "2026-10-02T12:30:00.000Z";
    const payrolls: FredMonths = {
      PAYEMS: [
        ["2026-08", 159_000],
        ["2026-09", 159_147],
      ],
    };

    it("stand with what came out, against the forecast", () => {
      expect(releasedOf(payrolls, jobs(out), jobs("2026-11-06T13:30:00.000Z"))).toEqual([
        expect.objectContaining({ at: out, forecast: "112K", previous: "98K", actual: "147K" }),
      ]);
    });

    it.each([
      [
        "CPI m/m",
        {
          CPIAUCSL: [
            ["2026-08", 325],
            ["2026-09", 325.9],
          ],
        },
        "0.3%",
      ],
      [
        "CPI y/y",
        {
          CPIAUCNS: [
            ["2025-09", 316.2],
            ["2026-08", 320],
            ["2026-09", 325.9],
          ],
        },
        "3.1%",
      ],
      [
        "Core PCE Price Index m/m",
        {
          PCEPILFE: [
            ["2026-08", 130],
            ["2026-09", 129.99],
          ],
        },
        "0.0%",
      ],
      ["Unemployment Rate", { UNRATE: [["2026-09", 4.2]] }, "4.2%"],
      ["Unemployment Rate", { UNRATE: [["2026-08", 4.2]] }, null], // that is the month before
      ["CPI m/m", { CPIAUCSL: [["2026-09", 325.9]] }, null],
      [
        "CPI y/y",
        {
          CPIAUCNS: [
            ["2026-08", 320],
            ["2026-09", 325.9],
          ],
        },
        null,
      ],
    ] as [string, FredMonths, string | null][])("%s by %j: %s", (title, figures, actual) => {
      expect(releasedOf(figures, jobs(out, title))?.[0]?.actual).toBe(actual);
    });

    it("are unknown, not none, without FRED; a week later they are not told, and nobody pays for a guess", () => {
      expect(releasedOf(null, jobs(out))).toMatchObject([{ actual: null }]);
      expect(releasedOf(payrolls, jobs("2026-09-30T13:00:00.000Z"))).toEqual([]);
      expect(
        compose({ fedCalendar: failed(fedCalendar), weekCalendar: failed(weekCalendar) }).macro.released,
      ).toBeNull();
      expect(compose({ figures: failed(fredReleases) }).coverage).toBe(1);
    });
  });

  it("a live calendar counts when nothing is ahead in it, and the list is then empty", () => {
    const answer = compose({
      fedCalendar: readingOf(fedCalendar, calendarOf([]), NOW, NOW),
      weekCalendar: readingOf(weekCalendar, calendarOf([], "2026-10-02T20:00:00.000Z"), NOW, NOW),
    });
    expect(answer.macro.events).toEqual([]);
    expect(answer.coverage).toBe(1);
  });

  it("a calendar that ended more than a week ago does not count, and says so", () => {
    const week = calendarOf([event("ghost", "2026-10-20T12:00:00.000Z")], "2026-09-30T13:00:00.000Z");
    const answer = compose({ weekCalendar: readingOf(weekCalendar, week, NOW, NOW) });
    expect(answer.coverage).toBe(0.925);
    expect(answer.macro.events?.map(({ title }) => title)).toEqual(["FOMC Minutes"]);
    expect(answer.notes.join()).toMatch(/week-calendar is out of date/);
  });

  it("without any calendar are unknown, not none", () => {
    const answer = compose({ fedCalendar: failed(fedCalendar), weekCalendar: failed(weekCalendar) });
    expect(answer.macro.events).toBeNull();
    expect(answer.coverage).toBe(0.85);
  });

  it("are twenty at most", () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      event(`E${i}`, new Date(NOW.getTime() + i * HOUR).toISOString()),
    );
    expect(events(many, many)).toHaveLength(20);
  });
});

describe("headlines", () => {
  const headlines = (...feeds: Reading<Feed>[]) => compose({ feeds }).macro.headlines;

  it("come newest first, each story once by address or by title, as its earliest publisher had it", () => {
    const found = headlines(
      feedOf(
        coindesk,
        ["Bitcoin rallies!", "https://www.a.com/x/?ref=rss", HOUR],
        ["Old", "https://a.com/old", 9 * HOUR],
      ),
      feedOf(
        cointelegraph,
        ["Another title", "https://a.com/x", 2 * HOUR],
        ["BITCOIN RALLIES", "https://b.com/y", 3 * HOUR],
        ["New", "https://b.com/n", 600_000],
      ),
      feedOf(fedPress, ["Fed acts", "https://f.gov/1", 4 * HOUR]),
      feedOf(fedMonetary, ["Fed acts", "https://f.gov/1", 4 * HOUR]),
    );
    expect(found?.map(({ title, source }) => [title, source])).toEqual([
      ["New", "Cointelegraph"],
      ["BITCOIN RALLIES", "Cointelegraph"],
      ["Fed acts", "Federal Reserve"],
      ["Old", "CoinDesk"],
    ]);
    expect(found?.every(({ origin }) => origin === "live")).toBe(true);
  });

  it("count by the newest: whole for 24 hours, half for 72, then unknown", () => {
    const at = (hours: number) =>
      compose({ feeds: [feedOf(coindesk, ["T", "https://a.com/1", hours * HOUR])] });
    expect([23, 30, 73].map((hours) => at(hours).coverage)).toEqual([1, 0.925, 0.85]);
    expect(at(73).macro.headlines).toBeNull();
    expect(headlines(failed(coindesk))).toBeNull();
  });

  it("are twenty at most", () => {
    const many = Array.from({ length: 30 }, (_, i): [string, string, number] => [
      `T${i}`,
      `https://a.com/${i}`,
      i * 1_000,
    ]);
    expect(headlines(feedOf(coindesk, ...many))).toHaveLength(20);
  });
});

describe("whatever could be read", () => {
  const age = fc.oneof(fc.integer({ min: 0, max: 90 * 60_000 }), fc.integer({ min: 0, max: 10 * 24 * HOUR }));
  const status = fc.constantFrom("ok" as const, "stale" as const);
  const failures = SOURCE_STATUSES.filter((one) => one !== "ok" && one !== "stale");
  const gone = <Value>(source: { id: string; provider: string }) =>
    fc.constantFrom(...failures).map((failure) => failed<Value>(source, failure));
  const maybe = <Value>(source: { id: string; provider: string }, value: fc.Arbitrary<Value>) =>
    fc.oneof(
      fc.tuple(value, age, status).map(([of, ms, how]) => readingOf(source, of, ago(ms), NOW, how)),
      gone<Value>(source),
    );
  const anyQuote = fc.record({
    price: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
    changePct: fc.option(fc.double({ min: -100, max: 1e4, noNaN: true })),
  });
  const asked = (...sources: Source<Quote>[]) =>
    fc.tuple(...sources.map((source) => maybe(source, anyQuote)));
  const open = fc.record({ open: fc.double({ min: 1e-6, max: 1e9, noNaN: true }) });
  const anyRate = fc.option(fc.double({ min: -5, max: 20, noNaN: true }));
  const anyCurve = fc
    .record(Object.fromEntries(TENORS.map((tenor) => [tenor, anyRate])))
    .map((some) => curve(some));
  const instant = fc
    .integer({ min: -20 * 24 * HOUR, max: 60 * 24 * HOUR })
    .map((ms) => new Date(NOW.getTime() + ms).toISOString());
  const when = fc.oneof(
    instant,
    instant.map((text) => text.slice(0, 10)),
  );
  const anyCalendar = fc.record({
    events: fc.array(
      fc.record({
        title: fc.oneof(fc.string(), fc.constantFrom("CPI m/m", "constructor")),
        currency: fc.constantFrom("USD", "EUR"),
        impact: fc.constantFrom("high" as const, "low" as const, null),
        at: when,
        forecast: fc.option(fc.string()),
        previous: fc.option(fc.string()),
        speech: fc.constantFrom(true as const, undefined),
        release: fc.constantFrom(true as const, undefined),
      }),
      { maxLength: 40 },
    ),
    until: when,
  });
  const anyFeed = fc.record({
    items: fc.array(
      fc.record({
        title: fc.string(),
        url: fc.webUrl(),
        publishedAt: age.map((ms) => ago(ms).toISOString()),
      }),
      { maxLength: 30 },
    ),
  });
  const inputs: fc.Arbitrary<MacroInputs> = fc.record({
    marks: fc.record({
      SPX: asked(yahooSpx, fredSpx),
      VIX: asked(yahooVix, fredVix),
      DXY: asked(yahooDxy),
      GOLD: asked(yahooGold),
      BTC: asked(coinbaseBtc, krakenBtc, yahooBtc),
      ETH: asked(coinbaseEth, krakenEth, yahooEth),
    }),
    dayOpen: fc.record({ BTC: maybe(coinbaseBtcDay, open), ETH: maybe(coinbaseEthDay, open) }),
    fearGreed: maybe(
      fearGreed,
      fc.record({
        value: fc.nat(100),
        classification: fc.string(),
        previous: fc.option(fc.nat(100)),
      }),
    ),
    yields: fc.tuple(maybe(treasuryYear, anyCurve), maybe(treasuryMonth, anyCurve)),
    fedCalendar: maybe(fedCalendar, anyCalendar),
    figures: maybe<FredMonths>(
      fredReleases,
      fc.constant({ CPIAUCSL: [["2026-08", 325] as [string, number], ["2026-09", 0] as [string, number]] }),
    ),
    weekCalendar: maybe(weekCalendar, anyCalendar),
    feeds: fc.tuple(maybe(coindesk, anyFeed), maybe(fedPress, anyFeed)),
  });

  it("an answer of its schema is made, with what is unknown null and named, and a coverage that fits", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { answer, missing } = composeMacro(given, NOW);
        expect(macroDocumentation.output.safeParse(answer).error).toBeUndefined();
        expect(answer.coverage).toBeGreaterThanOrEqual(0);
        expect(answer.coverage).toBeLessThanOrEqual(1);
        expect(answer.coverage === 0).toBe(missing.length === MARK_SYMBOLS.length + 4);
        const priceless = answer.marks.filter(({ price }) => price === null);
        for (const mark of answer.marks) {
          expect(mark.price).not.toBe(0);
          expect(mark.reason !== undefined).toBe(mark.price === null);
          expect(mark.source === null).toBe(mark.price === null);
        }
        expect(missing.filter((part) => part.startsWith("marks."))).toHaveLength(priceless.length);
        const { yields, events, headlines } = answer.macro;
        const unknown = [answer.sentiment, yields, events, headlines].filter((part) => part === null);
        expect(missing).toHaveLength(priceless.length + unknown.length);
        expect(
          answer.provenance.filter(({ asOf }) => asOf === null).every(({ status }) => status !== "ok"),
        ).toBe(true);
        expect(Date.parse(answer.dataAsOf)).toBeLessThanOrEqual(NOW.getTime());
      }),
      runs(3),
    );
  });

  it("the same input gives the same answer, and the input is left as it was", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const before = JSON.stringify(given);
        expect(composeMacro(given, NOW)).toEqual(composeMacro(given, NOW));
        expect(JSON.stringify(given)).toBe(before);
      }),
      runs(0.5),
    );
  });
});
