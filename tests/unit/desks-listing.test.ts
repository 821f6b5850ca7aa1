import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type InsiderOf, noInsider } from "@/lib/desks/candidate";
import { composeListing } from "@/lib/desks/listing/compose";
import { listingDocumentation } from "@/lib/desks/listing/documentation";
import { gatherListing, type ListingInputs } from "@/lib/desks/listing/gather";
import { parseTitle, type Venue } from "@/lib/desks/listing/title";
import type { Announcement } from "@/lib/sources/announcements";
import { binanceArticles } from "@/lib/sources/binance/announcements";
import { coindesk } from "@/lib/sources/feeds";
import { okxAnnouncements } from "@/lib/sources/okx/announcements";
import { jupiterVerified } from "@/lib/sources/jupiter-verified";
import type { Reading } from "@/lib/sources/source";
import { HOURLY, reduceBinanceHours, reduceOkxHours, type SpotHours } from "@/lib/sources/spot-hours";
import {
  reduceBinanceSpot,
  reduceCoinbaseSpot,
  reduceOkxSpot,
  reduceUpbitSpot,
  SPOT_MARKETS,
  type SpotMarkets,
} from "@/lib/sources/spot-markets";
import { krakenListings } from "@/lib/sources/kraken-listings";
import { upbitNotices } from "@/lib/sources/upbit";
import { startUpstream } from "@/sandbox/upstream/server";
import { failed, readingOf } from "../fixtures/readings";
import { at, noStore, reader } from "../fixtures/test-source";
import { cpuMs } from "../support/cpu-time";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:00:00Z");
const HOUR = 3_600_000;

describe("what a title announces", () => {
  const tickers = (venue: Venue, title: string) =>
    parseTitle(venue, title)?.tokens.map(({ ticker }) => ticker) ?? null;

  it.each<[Venue, string, string, string[]]>([
    ["Binance", "Binance Will List Kite (KITE) with Seed Tag Applied", "list", ["KITE"]],
    ["Binance", "Binance Will List Ostrava (OSTR) and 币安人生 (币安人生)", "list", ["OSTR", "币安人生"]],
    ["Binance", "Binance Will List 1000Sparks (1000SPARKS) (2026-10-07)", "list", ["1000SPARKS"]],
    [
      "Binance",
      "Binance Will Delist ALPACA, PDA, 1MBABYDOGE & WING on 2026-05-02",
      "delist",
      ["ALPACA", "PDA", "1MBABYDOGE", "WING"],
    ],
    ["OKX", "OKX to list Virtuals Protocol (VIRTUAL) for spot trading", "list", ["VIRTUAL"]],
    ["OKX", "OKX to delist KITE, MRDN spot trading pairs", "delist", ["KITE", "MRDN"]],
    ["Upbit", "[거래] 카이트(KITE) 신규 거래지원 안내 (KRW, BTC, USDT 마켓)", "list", ["KITE"]],
    ["Upbit", "카이트(KITE) 거래지원 안내 (BTC마켓)", "list", ["KITE"]],
    ["Upbit", "카이트(KITE) 거래지원 종료 안내 (10/20 15:00)", "delist", ["KITE"]],
    ["Upbit", "뉴메레르(NMR) KRW, USDT 마켓 디지털 자산 추가", "list", ["NMR"]],
    ["Upbit", "[거래] 솔라나(SOL) KRW 마켓 디지털 자산 추가", "list", ["SOL"]],
    ["Upbit", "Market Support for Numeraire(NMR) (KRW, USDT Market)", "list", ["NMR"]],
    ["Upbit", "Notice of Termination of Trading Support for Kite(KITE)", "delist", ["KITE"]],
    ["Kraken", "ZCHF is available for trading!", "list", ["ZCHF"]],
    ["Kraken", "TREAD is available for trading!", "list", ["TREAD"]],
    [
      "Kraken",
      "BIGTIME, DRIFT and PORTAL are available for trading!",
      "list",
      ["BIGTIME", "DRIFT", "PORTAL"],
    ],
    ["OKX", "OKX to list USD1 (World Liberty Financial USD) for spot trading", "list", ["USD1"]],
    ["OKX", "OKX to list ROBO in EEA", "list", ["ROBO"]],
    ["OKX", "OKX will launch AI/USD and AI/EUR for spot trading", "list", ["AI"]],
    ["OKX", "OKX to list GRVT/USDT (Grvt) for spot trading", "list", ["GRVT"]],
    ["OKX", "OKX to list ABC spot trading", "list", ["ABC"]],
    ["OKX", "OKX to delist ABC/USDT spot pair", "delist", ["ABC"]],
    ["OKX", "OKX to list PumpBTC (pumpBTC) for spot trading", "list", ["pumpBTC"]],
    [
      "Binance",
      "Introducing Babylon (BABY) on Binance HODLer Airdrops! Earn BABY With Retroactive BNB Simple Earn Subscriptions",
      "list",
      ["BABY"],
    ],
    ["Binance", "Binance Will List PumpBTC (pumpBTC)", "list", ["pumpBTC"]],
    ["Binance", "Binance Will Delist pumpBTC, WING on 2026-05-02", "delist", ["pumpBTC", "WING"]],
  ])("%s: %s", (venue, title, action, expected) => {
    expect(parseTitle(venue, title)?.action).toBe(action);
    expect(tickers(venue, title)).toEqual(expected);
  });

  it.each<[Venue, string]>([
    ["Binance", "Binance Futures Will Launch USDⓈ-Margined KITEUSDT Perpetual Contract (KITE)"],
    ["Binance", "Notice: someone says Binance Will List Kite (KITE)"],
    ["Binance", "Binance Will List Soon"],
    ["OKX", "OKX to list perpetual futures for Kite (KITE)"],
    ["OKX", "OKX will adjust margin of Kite (KITE)"],
    ["Upbit", "카이트(KITE) 거래 유의 종목 지정 안내"],
    ["Upbit", "카이트(KITE) KRW 마켓 디지털 자산 추가 (거래지원 개시 시점 연기)"],
    ["Upbit", "카이트(KITE) 신규 거래지원 안내 (거래지원 개시 시점 변경 안내)"],
    ["OKX", "OKX to delist ZKJ margin trading pair and perpetual future"],
    ["OKX", "OKX to list perpetual futures for COHR equity"],
    ["OKX", "OKX to enable margin trading and Simple Earn for LAYER crypto"],
    ["Binance", "Movement (MOVE) Listing Will Be Advanced"],
    ["Binance", "Binance Adds USDT/AED Spot Trading Pair"],
    ["Upbit", "Binance Will List Kite (KITE)"],
    ["Kraken", "KITE perpetual futures are available for trading!"],
    ["Kraken", "Accelerating new listings at Kraken"],
    ["Kraken", "Binance Will List Kite (KITE)"],
    ["Kraken", "Our best fee yet is available for trading!"],
  ])("%s says nothing of its spot market: %s", (venue, title) => {
    expect(parseTitle(venue, title)).toBeNull();
  });

  it("markets are those that a title names: a KRW pair is worth knowing", () => {
    const markets = (venue: Venue, title: string) => parseTitle(venue, title)?.markets;
    expect(markets("Upbit", "뉴메레르(NMR) KRW, USDT 마켓 디지털 자산 추가")).toEqual(["KRW", "USDT"]);
    expect(markets("Upbit", "카이트(KITE) 신규 거래지원 안내 (KRW, BTC, USDT 마켓)")).toEqual([
      "KRW",
      "BTC",
      "USDT",
    ]);
    expect(markets("OKX", "OKX will launch AI/USD and AI/EUR for spot trading")).toEqual(["USD", "EUR"]);
    expect(markets("Binance", "Binance Will List Bitcoin (BTC)")).toEqual([]);
  });

  it("names stand before the ticker, or in the brackets behind it", () => {
    expect(
      parseTitle("OKX", "OKX to list USD1 (World Liberty Financial USD) for spot trading")?.tokens,
    ).toEqual([{ ticker: "USD1", name: "World Liberty Financial USD" }]);
    expect(parseTitle("OKX", "OKX to list Virtuals Protocol (VIRTUAL) for spot trading")?.tokens).toEqual([
      { ticker: "VIRTUAL", name: "Virtuals Protocol" },
    ]);
  });

  it("names are the words before the ticker", () => {
    expect(
      parseTitle("Binance", "Binance Will List Ostrava Network (OSTR), Kite (KITE) and Q (Q)")?.tokens,
    ).toEqual([
      { ticker: "OSTR", name: "Ostrava Network" },
      { ticker: "KITE", name: "Kite" },
      { ticker: "Q", name: "Q" },
    ]);
  });

  it("the day of a delisting is one that exists", () => {
    expect(parseTitle("Binance", "Binance Will Delist KITE on 2026-10-14")?.day).toBe(
      "2026-10-14T00:00:00.000Z",
    );
    expect(parseTitle("Binance", "Binance Will Delist KITE on 2026-02-31")?.day).toBeNull();
  });

  it("takes any text in little time, and every ticker is as the rule says", () => {
    const words = fc.constantFrom(
      "Binance Will List ",
      "Binance Will Delist ",
      "(",
      ")",
      "A",
      "币",
      " ",
      ",",
      " and ",
      "거래지원",
    );
    const title = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.array(words, { maxLength: 60 }).map((list) => list.join("")),
    );
    let tickers = 0;
    fc.assert(
      fc.property(fc.constantFrom<Venue[]>("Binance", "OKX", "Upbit", "Kraken"), title, (venue, text) => {
        for (const { ticker } of parseTitle(venue, text)?.tokens ?? []) {
          expect(ticker).toMatch(/^[^()\s]{1,20}$/u);
          tickers += 1;
        }
      }),
      runs(10),
    );
    expect(tickers).toBeGreaterThan(0);
    const took = cpuMs(() => {
      parseTitle("Binance", `Binance Will Delist ${"a,".repeat(150)}`);
      parseTitle("Binance", `Binance Will Delist ${" on".repeat(100)}`);
    });
    expect(took).toBeLessThan(1_000);
  });
});

const announced = (title: string, hoursAgo: number): Announcement => ({
  title,
  url: null,
  publishedAt: new Date(NOW.getTime() - hoursAgo * HOUR).toISOString(),
});
type Read = Reading<Announcement[]>;
const of = (source: { id: string; provider: string }, ...rows: Announcement[]): Read =>
  readingOf(source, rows, NOW, NOW);
const NO_MARKET: Pick<ListingInputs, "market" | "verified"> = {
  market: {
    spot: {
      Binance: readingOf(SPOT_MARKETS.Binance, {}, NOW, NOW),
      OKX: readingOf(SPOT_MARKETS.OKX, {}, NOW, NOW),
      Upbit: readingOf(SPOT_MARKETS.Upbit, {}, NOW, NOW),
      Coinbase: readingOf(SPOT_MARKETS.Coinbase, {}, NOW, NOW),
    },
    hours: {},
  },
  verified: readingOf(jupiterVerified, [], NOW, NOW),
};
const inputs = (over: Partial<ListingInputs["venues"]> = {}): ListingInputs => ({
  ...NO_MARKET,
  venues: {
    Binance: [of(binanceArticles("listings")), of(binanceArticles("delistings"))],
    OKX: [of(okxAnnouncements("listings")), of(okxAnnouncements("delistings"))],
    Upbit: [of(upbitNotices)],
    Kraken: [of(krakenListings)],
    ...over,
  },
  feeds: [readingOf(coindesk, { items: [] }, NOW, NOW)],
  positioning: {},
});
const compose = (given: ListingInputs, over: object = {}, insider: InsiderOf = noInsider) => {
  const composed = composeListing(given, { limit: 10, includeInsider: true, ...over }, insider, NOW);
  expect(listingDocumentation.output.safeParse(composed.answer).error).toBeUndefined();
  return composed;
};
const kite = (hours: number) => announced("Binance Will List Kite (KITE)", hours);
const only = (...rows: Announcement[]) => inputs({ Binance: [of(binanceArticles("listings"), ...rows)] });

describe("the listing desk", () => {
  it.each([
    [0, 100, "announced", true],
    [12, 60.65, "announced", true],
    [12.5, 59.4, "announced", false],
    [24, 36.79, "live", false],
    [168, 0.09, "live", false],
  ])("an announcement %d hours old is %d fresh, %s", (hours, freshness, status, actionable) => {
    expect(compose(only(kite(hours))).answer.candidates).toMatchObject([{ freshness, status, actionable }]);
  });

  it("what is over a week old is no candidate; a clock ahead makes nothing fresher than new", () => {
    expect(compose(only(kite(169))).answer.candidates).toEqual([]);
    expect(compose(only(kite(-0.05))).answer.candidates).toMatchObject([{ freshness: 100 }]);
  });

  it("a delisting is dangerous and never actionable, however fresh and however far ahead", () => {
    const { candidates } = compose(only(announced("Binance Will Delist KITE on 2026-10-14", 1))).answer;
    expect(candidates).toMatchObject([
      {
        status: "announced",
        actionable: false,
        eventTime: "2026-10-14T00:00:00.000Z",
        riskFlags: [{ level: "danger" }],
      },
    ]);
  });

  it.each<[string, Venue, string, readonly string[] | null, string]>([
    ["whose day is ahead", "Binance", "Binance Will Delist KITE on 2026-10-08", [], "announced"],
    [
      "whose day it is, still traded",
      "Binance",
      "Binance Will Delist KITE on 2026-10-07",
      ["USDT"],
      "announced",
    ],
    [
      "whose day it is, its list unread",
      "Binance",
      "Binance Will Delist KITE on 2026-10-07",
      null,
      "announced",
    ],
    ["whose day it is, no longer traded", "Binance", "Binance Will Delist KITE on 2026-10-07", [], "ended"],
    ["whose day is over", "Binance", "Binance Will Delist KITE on 2026-10-06", ["USDT"], "ended"],
    ["of no day, still traded", "OKX", "OKX to delist KITE", ["USDT"], "announced"],
    ["of no day, its list unread", "OKX", "OKX to delist KITE", null, "announced"],
    ["of no day, no longer traded", "OKX", "OKX to delist KITE", [], "ended"],
  ])("a delisting %s has ended only when it has", (_name, venue, title, markets, status) => {
    const exchange = venue === "OKX" ? "OKX" : "Binance";
    const given = inputs({ [venue]: [of(binanceArticles("delistings"), announced(title, 30))] });
    const own = SPOT_MARKETS[exchange];
    const list =
      markets === null
        ? failed<SpotMarkets>(own)
        : readingOf(own, markets.length === 0 ? {} : { KITE: [...markets] }, NOW, NOW);
    const market = { ...given.market, spot: { ...given.market.spot, [exchange]: list } };
    expect(compose({ ...given, market }).answer.candidates).toMatchObject([{ status }]);
  });

  it("the same is said once, by its newest announcement; another exchange is another candidate", () => {
    const okx = announced("OKX to list Kite (KITE) for spot trading", 5);
    const given = inputs({
      Binance: [of(binanceArticles("listings"), kite(30), kite(2), kite(9))],
      OKX: [of(okxAnnouncements("listings"), okx)],
    });
    const { candidates } = compose(given).answer;
    expect(candidates.map(({ venue, onchain }) => [venue, onchain.ageHours])).toEqual([
      ["Binance", 2],
      ["OKX", 5],
    ]);
  });

  it("order does not depend on the input's, and the limit takes the newest", () => {
    const rows = [3, 1, 2].map((hours) => announced(`Binance Will List T${hours} (T${hours})`, hours));
    const names = (list: Announcement[], limit = 10) =>
      compose(only(...list), { limit }).answer.candidates.map(({ symbol }) => symbol);
    expect(names(rows)).toEqual(["T1", "T2", "T3"]);
    expect(names([...rows].reverse())).toEqual(names(rows));
    expect(names(rows, 1)).toEqual(["T1"]);
  });

  it("a week without an announcement is refused, free", () => {
    const { answer, missing, nothing } = compose(inputs());
    expect([answer.coverage, answer.candidates, missing]).toEqual([1, [], []]);
    expect(nothing).toMatchObject({ status: 404, message: expect.stringContaining("last 7 days") });
  });

  it("of a chain has the coins that are known to be on it, and counts the others; with none it is refused, free", () => {
    const given: ListingInputs = {
      ...only(
        announced("Binance Will List Kite AI (KITE)", 1),
        announced("Binance Will List Tidewell (TIDE)", 2),
      ),
      verified: readingOf(
        jupiterVerified,
        [["8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump", "Kite AI", "KITE"]],
        NOW,
        NOW,
      ),
    };
    const { answer, nothing } = compose(given, { chain: "Solana" });
    expect(answer.candidates.map(({ symbol, chain }) => [symbol, chain])).toEqual([["KITE", "solana"]]);
    expect(answer.notes.join()).toContain("1 left out");
    expect(nothing).toBeUndefined();
    expect(compose(given).answer.candidates).toHaveLength(2);
    expect(compose(given).answer.notes.join()).not.toContain("left out");
    expect(compose(given, { chain: "base" }).nothing).toMatchObject({
      status: 404,
      message: expect.stringContaining("What would match: solana"),
      options: { details: { field: "chain" } },
    });
  });

  it("without Upbit there is enough, without one of the large exchanges too, without both there is not", () => {
    const noUpbit = { Upbit: [failed<Announcement[]>(upbitNotices, "geo_blocked")] };
    const noBinance = {
      Binance: [
        failed<Announcement[]>(binanceArticles("listings"), "suspect_empty"),
        failed<Announcement[]>(binanceArticles("delistings")),
      ],
    };
    expect(compose(inputs(noUpbit)).answer.coverage).toBe(0.85);
    expect(compose(inputs(noBinance)).answer.coverage).toBe(0.7);
    const { answer, missing } = compose(inputs({ ...noUpbit, ...noBinance }));
    expect([answer.coverage, missing]).toEqual([0.55, ["binance", "upbit"]]);
    const noKraken = { Kraken: [failed<Announcement[]>(krakenListings, "http_error")] };
    expect(compose(inputs(noKraken)).answer.coverage).toBe(0.95);
  });

  it("creator signals join when asked for and there are any", () => {
    const signal = {
      signalId: "s1",
      line: "long KITE",
      stance: "long",
      publishedAt: NOW.toISOString(),
    } as const;
    const insider: InsiderOf = ({ symbol }) => ({
      signals: symbol === "KITE" ? [signal] : [],
      kol: [{ creator: "A", line: "b" }],
    });
    expect(compose(only(kite(1)), {}, insider).answer.candidates).toMatchObject([
      { insiderSignals: [signal], kol: [{ creator: "A" }] },
    ]);
    expect(compose(only(kite(1)), { includeInsider: false }, insider).answer.candidates).toMatchObject([
      { insiderSignals: [], kol: [] },
    ]);
  });

  it("a coin that has futures brings their positioning, others make no request for any", async () => {
    const upstream = await startUpstream({ port: 0, seed: 7, now: () => NOW.getTime() });
    try {
      const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 });
      const got = await gatherListing(read, at(NOW), 10);
      const listed = (title: string) => ({ ...got, venues: only(announced(title, 1)).venues });
      expect(Object.keys(got.positioning)).toEqual(["BTC"]);
      const [btc] = compose(listed("Binance Will List Bitcoin (BTC)")).answer.candidates;
      expect(btc?.institutional?.topPosRatio).toBeGreaterThan(0);
      const [other] = compose(listed("Binance Will List Kite (KITE)")).answer.candidates;
      expect(other?.institutional).toBeNull();
    } finally {
      await upstream.close();
    }
  });

  it("makes an answer of its schema from whatever titles say", () => {
    const title = fc
      .tuple(
        fc.constantFrom("Binance Will List ", "Binance Will Delist ", ""),
        fc.string({ unit: "binary", maxLength: 200 }),
      )
      .map(([start, rest]) => `${start}${rest} (${rest.slice(0, 5)})`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(title, fc.double({ min: -1, max: 400, noNaN: true })), { maxLength: 40 }),
        (rows) => {
          const { answer } = compose(only(...rows.map(([text, hours]) => announced(text, hours))), {
            limit: 50,
          });
          expect(answer.summary.length).toBeLessThanOrEqual(200);
        },
      ),
      runs(0.6),
    );
  });
});

describe("what the market says of a listed coin", () => {
  const hoursOf = (...rows: SpotHours) => ({
    KITE: { venue: "OKX" as const, reading: readingOf(HOURLY.OKX("KITE"), rows, NOW, NOW) },
  });
  const hour = (hoursAgo: number, open: number, close: number, traded = 100): SpotHours[number] => [
    NOW.getTime() - hoursAgo * HOUR,
    open,
    close,
    traded,
  ];
  const withMarket = (given: ListingInputs, over: Partial<ListingInputs["market"]>): ListingInputs => ({
    ...given,
    market: { ...given.market, ...over },
  });
  const first = (given: ListingInputs) => compose(given).answer.candidates[0];
  const lists = (over: object) => ({ spot: { ...NO_MARKET.market.spot, ...over } });

  it("is price and volume since the hour of its announcement, not before", () => {
    const hours = hoursOf(hour(4, 1, 2), hour(3, 2, 3), hour(2, 3, 5), hour(0, 5, 6));
    const one = first(withMarket(only(kite(2.5)), { hours }));
    expect(one?.onchain.since).toEqual({
      ...{ venue: "OKX", from: "2026-10-07T11:00:00.000Z", priceThenUsd: 2, priceUsd: 6 },
      ...{ changePct: 200, volumeUsd: 300 },
    });
    expect(one?.evidence[1]).toBe("+200 % and $300 traded since, on OKX.");
    expect(one?.restsOn).toBe("market");
  });

  it("is nothing, where nobody traded since, the hours are unread, or it is a delisting", () => {
    const hours = hoursOf(hour(4, 1, 2));
    expect(first(withMarket(only(kite(2)), { hours }))).toMatchObject({
      onchain: { since: null },
      restsOn: null,
    });
    expect(first(only(kite(2)))?.onchain.since).toBeNull();
    const ended = only(announced("Binance Will Delist KITE on 2026-10-14", 5));
    expect(first(withMarket(ended, { hours }))?.onchain.since).toBeNull();
    const unread = { KITE: { venue: "OKX" as const, reading: failed<SpotHours>(HOURLY.OKX("KITE")) } };
    const { answer } = compose(withMarket(only(kite(2)), { hours: unread }));
    expect(answer.candidates[0]?.onchain.since).toBeNull();
    expect(answer.coverage).toBe(0.975); // one of six readings of the market's 0.15
  });

  it("is who trades it, and whether there is a KRW pair; unknown is null", () => {
    const kiteAt = { KITE: ["KRW", "USDT"] };
    const upbit = lists({ Upbit: readingOf(SPOT_MARKETS.Upbit, kiteAt, NOW, NOW) });
    const flags = (from: ListingInputs) => first(from)?.riskFlags.map(({ id }) => id);
    expect(flags(only(kite(1)))).toContain("not_traded"); // there is nothing to buy
    expect(flags(withMarket(only(kite(1)), upbit))).not.toContain("not_traded");
    expect(first(withMarket(only(kite(1)), upbit))?.onchain).toMatchObject({
      tradedOn: ["Upbit"],
      krwPair: true,
    });
    expect(first(only(kite(1)))?.onchain).toMatchObject({ tradedOn: [], krwPair: false });
    const unread = lists(
      Object.fromEntries(Object.entries(SPOT_MARKETS).map(([name, source]) => [name, failed(source)])),
    );
    expect(first(withMarket(only(kite(1)), unread))?.onchain).toMatchObject({
      tradedOn: null,
      krwPair: null,
    });
    expect(flags(withMarket(only(kite(1)), unread))).not.toContain("not_traded"); // nobody knows
    const korean = announced("카이트(KITE) KRW 마켓 디지털 자산 추가", 1);
    const bySaying = withMarket(inputs({ Upbit: [of(upbitNotices, korean)] }), unread);
    expect(first(bySaying)?.onchain.krwPair).toBe(true);
    const prototype = only(announced("Binance Will List Proto (constructor)", 1));
    expect(first(prototype)?.onchain.tradedOn).toEqual([]);
  });

  it("is a contract where a verified token has its ticker and its name, never by the ticker alone", () => {
    const mint = "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump";
    const contractBy = (title: string, name: string) =>
      first({
        ...only(announced(title, 1)),
        verified: readingOf(jupiterVerified, [[mint, name, "KITE"]], NOW, NOW),
      });
    const title = "Binance Will List Kite AI (KITE)";
    expect(contractBy(title, "KITE AI")).toMatchObject({
      chain: "solana",
      onchain: { contract: { chain: "solana", address: mint } },
    });
    expect(contractBy(title, "Kite Inu")).toMatchObject({ chain: null, onchain: { contract: null } });
    expect(contractBy("Binance Will Delist KITE on 2026-10-14", "KITE AI")?.onchain.contract).toBeNull();
  });

  it("is read from who announced it, if that one trades it, else from OKX, else from Binance; delistings ask nobody", async () => {
    const upstream = await startUpstream({ port: 0, seed: 7, now: () => NOW.getTime() });
    try {
      const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
      const { market, venues } = await gatherListing(read, at(NOW), 10);
      const traded = Object.entries(market.hours);
      expect(traded.length).toBeGreaterThan(2);
      for (const [ticker, { venue, reading }] of traded) {
        expect(reading.status).toBe("ok");
        expect(market.spot[venue].value?.[ticker]).toContain("USDT");
      }
      const { answer } = compose({ ...inputs(), venues, market });
      expect(answer.candidates.some(({ onchain }) => onchain.since !== null)).toBe(true);
      const few = await gatherListing(read, at(NOW), 1);
      expect(Object.keys(few.market.hours).length).toBeLessThanOrEqual(1);
    } finally {
      await upstream.close();
    }
  });

  it("is read in the exchanges' own forms", () => {
    expect(
      reduceOkxSpot({ code: "0", data: [{ instId: "KITE-USDT" }, { instId: "KITE-USD" }] }).value,
    ).toEqual({
      KITE: ["USDT", "USD"],
    });
    expect(
      reduceBinanceSpot([
        { symbol: "KITEUSDT", price: "1" },
        { symbol: "BNBBTC", price: "1" },
        { symbol: "USDTTRY", price: "1" },
        { symbol: "??", price: "1" },
      ]).value,
    ).toEqual({
      ...{ KITE: ["USDT"], BNB: ["BTC"], USDT: ["TRY"] },
    });
    expect(reduceUpbitSpot([{ market: "KRW-KITE" }, { market: "BTC-KITE" }]).value).toEqual({
      KITE: ["KRW", "BTC"],
    });
    const product = {
      base_currency: "KITE",
      quote_currency: "USD",
      status: "online",
      trading_disabled: false,
    };
    expect(
      reduceCoinbaseSpot([
        product,
        { ...product, base_currency: "A", status: "delisted" },
        { ...product, base_currency: "B", trading_disabled: true },
      ]).value,
    ).toEqual({ KITE: ["USD"] });
    const okx = {
      code: "0",
      data: [
        ["1791367200000", "2", "3", "1", "2.5", "10", "20", "50", "0"],
        ["1791363600000", "1", "2", "1", "2", "10", "20", "40", "1"],
      ],
    };
    expect(reduceOkxHours(okx).value).toEqual([
      [1_791_363_600_000, 1, 2, 40],
      [1_791_367_200_000, 2, 2.5, 50],
    ]);
    const binance = [
      [1_791_363_600_000, "1", "2", "1", "2", "10", 1_791_367_199_999, "40", 3, "5", "20", "0"],
    ];
    expect(reduceBinanceHours(binance).value).toEqual([[1_791_363_600_000, 1, 2, 40]]);
    const suspect = expect.objectContaining({ failure: "suspect_empty" });
    expect(() => reduceUpbitSpot([])).toThrow(suspect);
    expect(() => reduceBinanceHours([])).toThrow(suspect);
    expect(() => reduceOkxHours({ code: "51001", msg: "", data: [] })).toThrow(
      expect.objectContaining({ failure: "schema" }),
    );
  });
});
