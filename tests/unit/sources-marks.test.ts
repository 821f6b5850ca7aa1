import { describe, expect, it } from "vitest";
import { reduceStats, reduceTicker } from "@/lib/sources/coinbase";
import { reduceKraken } from "@/lib/sources/kraken";
import { fredSpx, reduceFred } from "@/lib/sources/fred";
import { reduceChart, yahooBtc, yahooSpx } from "@/lib/sources/yahoo";
import { webAddress } from "@/lib/sources/fetcher/address";

const NOW = new Date("2026-10-07T14:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });

describe("Yahoo's chart", () => {
  const meta = {
    currency: "USD",
    symbol: "GC=F",
    regularMarketTime: 1_791_380_000,
    regularMarketPrice: 4_162.3,
    regularMarketChangePercent: -0.952,
    chartPreviousClose: 1_519.5,
  };
  const chart = (over: object = {}) => ({
    chart: {
      result: [
        {
          meta: { ...meta, ...over },
          timestamp: [1, 2],
          indicators: { quote: [{ close: [null, 4_162.3] }] },
        },
      ],
      error: null,
    },
  });

  it("of a coin gives no change: Yahoo does not say that it is over 24 hours", async () => {
    const text = JSON.stringify(chart({ symbol: "BTC-USD", regularMarketChangePercent: 2.5 }));
    async function* body() {
      yield await Promise.resolve(new TextEncoder().encode(text));
    }
    expect((await yahooBtc.answer(body(), NOW)).value).toEqual({ price: 4_162.3, changePct: null });
  });

  it("gives the change against the previous close, not against the close before the range", () => {
    const { value, asOf } = reduceChart(chart(), "GC=F", "GOLD");
    expect(value).toEqual({ price: 4_162.3, changePct: -0.952 });
    expect(asOf).toEqual(new Date(1_791_380_000_000));
  });

  it("leaves the change unknown when it is absent", () => {
    expect(
      reduceChart(chart({ regularMarketChangePercent: undefined }), "GC=F", "GOLD").value.changePct,
    ).toBeNull();
  });

  it.each([
    ["about another symbol", chart({ symbol: "^GSPC" })],
    ["without a price", chart({ regularMarketPrice: null })],
    ["with a price of zero", chart({ regularMarketPrice: 0 })],
    ["without a time", chart({ regularMarketTime: undefined })],
    ["without a result", { chart: { result: null, error: { code: "Not Found", description: "delisted" } } }],
  ])("an answer %s is no answer", (_name, answer) => {
    expect(() => reduceChart(answer, "GC=F", "GOLD")).toThrow(failing("schema"));
  });

  it("an empty list of results is suspect", () => {
    expect(() => reduceChart({ chart: { result: [], error: null } }, "GC=F", "GOLD")).toThrow(
      failing("suspect_empty"),
    );
  });

  it("is asked for by the encoded symbol, as a browser", () => {
    expect(webAddress(yahooSpx.address(NOW)).href).toBe(
      "https://query2.finance.yahoo.com/v8/finance/chart/%5EGSPC?range=5d&interval=1d",
    );
    expect(yahooSpx.headers?.["user-agent"]).toMatch(/^Mozilla\/5\.0 .*Chrome/);
  });
});

describe("FRED's CSV", () => {
  const csv =
    "observation_date,SP500\n2026-10-01,6700.00\n2026-10-02,6715.50\n2026-10-05,.\n2026-10-06,6741.15\n2026-10-07,\n";

  it("gives the newest close, dated by that day's close, and the change over the days that have a value", () => {
    const { value, asOf } = reduceFred(csv, "SP500", NOW);
    expect(value.price).toBe(6_741.15);
    expect(value.changePct).toBeCloseTo((6_741.15 / 6_715.5 - 1) * 100, 10);
    expect(asOf?.toISOString()).toBe("2026-10-06T20:00:00.000Z");
  });

  it("is read under its older header too, and leaves the change unknown when there is one close", () => {
    expect(reduceFred("DATE,VIXCLS\n2026-10-06,16.40\n", "VIXCLS", NOW).value).toMatchObject({
      price: 16.4,
      changePct: null,
    });
  });

  it("a number that was cut off is not a number", () => {
    expect(reduceFred(csv.slice(0, csv.indexOf("41.15")), "SP500", NOW).value.price).toBe(6_715.5);
  });

  it("nothing but gaps is suspect, another file an error", () => {
    expect(() => reduceFred("observation_date,SP500\n2026-10-06,.\n", "SP500", NOW)).toThrow(
      failing("suspect_empty"),
    );
    expect(() => reduceFred("<html></html>\n", "SP500", NOW)).toThrow(failing("schema"));
    expect(() => reduceFred("observation_date,DTWEXBGS\n2026-10-06,121\n", "SP500", NOW)).toThrow(
      failing("schema"),
    );
  });

  it("is asked for the last three weeks", () => {
    expect(webAddress(fredSpx.address(NOW)).href).toBe(
      "https://fred.stlouisfed.org/graph/fredgraph.csv?id=SP500&cosd=2026-09-16",
    );
  });
});

describe("exchanges", () => {
  it("Coinbase's ticker has price and time, its statistics the price of 24 hours ago", () => {
    const ticker = reduceTicker(
      {
        ask: "118420.12",
        price: "118420.11",
        time: "2026-10-07T13:59:58.123456Z",
        size: "0",
      },
      "BTC",
    );
    expect(ticker.value).toEqual({ price: 118_420.11, changePct: null });
    expect(ticker.asOf?.toISOString()).toBe("2026-10-07T13:59:58.123Z");
    expect(reduceStats({ open: "116280.00", last: "118420.11" }).value).toEqual({ open: 116_280 });
  });

  it.each([
    { price: "0", time: "2026-10-07T13:59:58Z" },
    { price: "1e9", time: "2026-10-07T13:59:58Z" },
    { price: "1" },
    { message: "NotFound" },
  ])("Coinbase's %j is no price", (answer) => {
    expect(() => reduceTicker(answer, "BTC")).toThrow(failing("schema"));
  });

  it("Kraken's pair comes under another name, without a 24 hour change", () => {
    const answer = { error: [], result: { XXBTZUSD: { c: ["118400.10000", "0.1"], o: "117000.00000" } } };
    expect(reduceKraken(answer, "BTC")).toEqual({ value: { price: 118_400.1, changePct: null }, asOf: null });
  });

  it("Kraken refuses with status 200", () => {
    expect(() => reduceKraken({ error: ["EGeneral:Too many requests"] }, "BTC")).toThrow(
      failing("rate_limited"),
    );
    expect(() => reduceKraken({ error: ["EQuery:Unknown asset pair"] }, "BTC")).toThrow(failing("schema"));
    expect(() => reduceKraken({ error: [], result: {} }, "BTC")).toThrow(failing("suspect_empty"));
    expect(() => reduceKraken({ error: [], result: { A: { c: [] } } }, "BTC")).toThrow(
      failing("suspect_empty"),
    );
    const two = { A: { c: ["1"] }, B: { c: ["2"] } };
    expect(() => reduceKraken({ error: [], result: two }, "BTC")).toThrow(failing("schema"));
  });
});
