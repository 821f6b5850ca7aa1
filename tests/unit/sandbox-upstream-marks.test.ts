import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DAY } from "@/sandbox/upstream/market/calendar";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";

/** A Thursday, 11:30 a.m. in New York. */
const OPEN = Date.UTC(2026, 9, 8, 15, 30);
/** A Saturday. */
const CLOSED = Date.UTC(2026, 9, 10, 15, 30);

let now = OPEN;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 5, now: () => now, protocolRows: 600 });
});
afterAll(() => upstream.close());

const get = (
  path: string,
  headers: Record<string, string> = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" },
) => fetch(`${upstream.url}/${path}`, { headers });
async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return schema.parse(await response.json());
}

const column = z.array(z.number().nullable());
const chartSchema = z.object({
  chart: z.object({
    error: z.null(),
    result: z.tuple([
      z.object({
        meta: z.object({
          currency: z.literal("USD"),
          symbol: z.string(),
          regularMarketTime: z.int(),
          regularMarketPrice: z.number().positive(),
          regularMarketChangePercent: z.number(),
          fiftyTwoWeekHigh: z.number(),
          fiftyTwoWeekLow: z.number(),
          chartPreviousClose: z.number(),
          gmtoffset: z.int(),
          exchangeTimezoneName: z.string(),
          dataGranularity: z.literal("1d"),
        }),
        timestamp: z.array(z.int()),
        indicators: z.object({
          quote: z.tuple([
            z.object({ open: column, high: column, low: column, close: column, volume: column }),
          ]),
          adjclose: z.tuple([z.object({ adjclose: column })]),
        }),
      }),
    ]),
  }),
});
const YAHOO = "query2.finance.yahoo.com/v8/finance/chart";
async function chart(symbol: string, query = "range=5d&interval=1d") {
  const { chart: body } = await read(`${YAHOO}/${encodeURIComponent(symbol)}?${query}`, chartSchema);
  return body.result[0];
}

describe("Yahoo", () => {
  it("charts each mark fresh, with nulls among its rows", async () => {
    for (const symbol of ["^GSPC", "^VIX", "DX-Y.NYB", "GC=F", "BTC-USD", "ETH-USD"]) {
      const { meta, timestamp, indicators } = await chart(symbol);
      expect(meta.symbol).toBe(symbol);
      expect(OPEN / 1000 - meta.regularMarketTime).toBeLessThan(120);
      expect(timestamp).toHaveLength(5);
      const { close } = indicators.quote[0];
      expect(close).toHaveLength(5);
      expect(close).toContain(null);
      expect(close.some((value) => value !== null)).toBe(true);
      expect(meta.regularMarketPrice).toBeLessThanOrEqual(meta.fiftyTwoWeekHigh + 0.01);
      expect(meta.regularMarketPrice).toBeGreaterThanOrEqual(meta.fiftyTwoWeekLow - 0.01);
    }
  });

  it("gives a change against the last session, which chartPreviousClose is not", async () => {
    const { meta, indicators } = await chart("^GSPC", "range=1mo&interval=1d");
    const closes = indicators.quote[0].close;
    const yesterday = closes.at(-2) ?? NaN;
    const change = (meta.regularMarketPrice / yesterday - 1) * 100;
    expect(meta.regularMarketChangePercent).toBeCloseTo(change, 2);
    expect(Math.abs(meta.chartPreviousClose / yesterday - 1)).toBeGreaterThan(0.001);
  });

  it("leaves the dollar index's newest row empty while its price stands in the head", async () => {
    const { indicators, meta } = await chart("DX-Y.NYB");
    expect(indicators.quote[0].close.at(-1)).toBeNull();
    expect(meta.regularMarketPrice).toBeGreaterThan(50);
  });

  it("stands still at the weekend, except for crypto", async () => {
    now = CLOSED;
    try {
      expect((await chart("^GSPC")).meta.regularMarketTime).toBe(Date.UTC(2026, 9, 9, 20) / 1000);
      expect((await chart("GC=F")).meta.regularMarketTime).toBe(Date.UTC(2026, 9, 9, 21) / 1000);
      expect((await chart("BTC-USD")).meta.regularMarketTime).toBe(CLOSED / 1000);
    } finally {
      now = OPEN;
    }
  });

  it("charts a span of the past that period1 and period2 ask for", async () => {
    const { timestamp, meta } = await chart("GC=F", "interval=1d&period1=1577836800&period2=1578009600");
    // the second of January, at New York's midnight; the first was a holiday
    expect(timestamp).toEqual([1577941200]);
    expect(meta.regularMarketTime).toBe(OPEN / 1000);
  });

  it("answers 429 to a client that is no browser, 404 for a symbol it doesn't know, 422 for a range", async () => {
    const bot = await get(`${YAHOO}/GC=F`, { "user-agent": "node" });
    expect([bot.status, await bot.text()]).toEqual([429, "Edge: Too Many Requests"]);
    const unknown = await get(`${YAHOO}/NOPE`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toEqual({
      chart: {
        result: null,
        error: { code: "Not Found", description: "No data found, symbol may be delisted" },
      },
    });
    expect((await get(`${YAHOO}/GC=F?range=9d`)).status).toBe(422);
    expect((await get(`${YAHOO}/constructor`)).status).toBe(404);
  });
});

const decimal = z.string().regex(/^\d+\.\d+$/);
const tickerSchema = z.strictObject({
  ask: decimal,
  bid: decimal,
  volume: decimal,
  trade_id: z.int(),
  price: decimal,
  size: decimal,
  time: z.string().regex(/^2026-10-08T15:30:00\.\d{6}Z$/),
  rfq_volume: decimal,
});
const pair = z.tuple([decimal, decimal]);
const triple = z.tuple([decimal, z.string(), z.string()]);
const krakenPair = z.strictObject({
  a: triple,
  b: triple,
  c: z.tuple([decimal, decimal]),
  v: pair,
  p: pair,
  t: z.tuple([z.int(), z.int()]),
  l: pair,
  h: pair,
  o: decimal,
});
const krakenSchema = z.object({ error: z.array(z.never()), result: z.record(z.string(), krakenPair) });

describe("the exchanges", () => {
  it("agree on a price with each other and with Yahoo within a few basis points", async () => {
    const kraken = await read("api.kraken.com/0/public/Ticker?pair=XBTUSD,ETHUSD", krakenSchema);
    expect(Object.keys(kraken.result)).toEqual(["XETHZUSD", "XXBTZUSD"]);
    for (const [product, key] of [
      ["BTC-USD", "XXBTZUSD"],
      ["ETH-USD", "XETHZUSD"],
    ] as const) {
      const coinbase = await read(`api.exchange.coinbase.com/products/${product}/ticker`, tickerSchema);
      const { meta } = await chart(product);
      const prices = [Number(coinbase.price), Number(kraken.result[key]?.c[0]), meta.regularMarketPrice];
      expect(Math.max(...prices) / Math.min(...prices) - 1).toBeLessThan(5e-4);
    }
  });

  it("give the day's open, high and low around the last price, as strings", async () => {
    const stats = await read(
      "api.exchange.coinbase.com/products/ETH-USD/stats",
      z.object({ open: decimal, high: decimal, low: decimal, last: decimal, volume: decimal }),
    );
    expect(Number(stats.low)).toBeLessThanOrEqual(Number(stats.last));
    expect(Number(stats.high)).toBeGreaterThanOrEqual(Number(stats.last));
  });

  it("refuse in their own ways", async () => {
    const unknown = await get("api.exchange.coinbase.com/products/NOPE-USD/ticker");
    expect([unknown.status, await unknown.json()]).toEqual([404, { message: "NotFound" }]);
    const kraken = await get("api.kraken.com/0/public/Ticker?pair=XBTUSD,NOPE");
    expect([kraken.status, await kraken.json()]).toEqual([200, { error: ["EQuery:Unknown asset pair"] }]);
  });
});

const fred = async (query: string) => (await get(`fred.stlouisfed.org/graph/fredgraph.csv?${query}`)).text();

describe("FRED", () => {
  it("gives each series oldest first, a row a weekday, missing values blank or as a point", async () => {
    for (const id of ["VIXCLS", "SP500", "DTWEXBGS", "DGS10", "DGS3MO"]) {
      const [header, ...rows] = (await fred(`id=${id}`)).trim().split("\n");
      expect(header).toBe(`observation_date,${id}`);
      expect(rows.length).toBeGreaterThan(2_000);
      for (const row of rows) expect(row).toMatch(/^\d{4}-\d{2}-\d{2},(\d+\.\d+|\.|)$/);
      expect(rows.some((row) => row.endsWith(",."))).toBe(true);
      expect(rows.some((row) => row.endsWith(","))).toBe(true);
      expect([...rows].sort()).toEqual(rows);
    }
  });

  it("lags: closes by a weekday, the dollar index until Monday", async () => {
    const last = (text: string) => text.trim().split("\n").at(-1)?.slice(0, 10);
    expect(last(await fred("id=VIXCLS&cosd=2026-09-01"))).toBe("2026-10-07");
    expect(last(await fred("id=DGS10&cosd=2026-09-01"))).toBe("2026-10-06");
    expect(last(await fred("id=DTWEXBGS&cosd=2026-09-01"))).toBe("2026-10-02");
  });

  it("closes where Yahoo's session closed", async () => {
    const { timestamp, indicators } = await chart("^GSPC", "range=3mo&interval=1d");
    const closes = new Map(
      timestamp.map((at, i) => [
        new Date(at * 1000).toISOString().slice(0, 10),
        indicators.quote[0].close[i],
      ]),
    );
    const rows = (await fred("id=SP500&cosd=2026-09-01")).trim().split("\n").slice(1);
    let compared = 0;
    for (const row of rows) {
      const [date = "", value] = row.split(",");
      const close = closes.get(date);
      if (!close || !value || value === ".") continue;
      expect(Number(value)).toBeCloseTo(close, 1);
      compared++;
    }
    expect(compared).toBeGreaterThan(15);
  });

  it("answers several series at once, a span, and 404 for an unknown one", async () => {
    const text = await fred("id=DGS10,DGS3MO&cosd=2026-09-01&coed=2026-09-04");
    expect(text.split("\n")[0]).toBe("observation_date,DGS10,DGS3MO");
    expect(text.trim().split("\n")).toHaveLength(5);
    expect((await get("fred.stlouisfed.org/graph/fredgraph.csv?id=NOPE")).status).toBe(404);
  });
});

describe("DefiLlama", () => {
  const chainSchema = z.array(
    z.strictObject({
      gecko_id: z.string().nullable(),
      gasTokenGeckoId: z.string().nullable(),
      tvl: z.number().nonnegative(),
      tokenSymbol: z.string().nullable(),
      cmcId: z.string().nullable(),
      name: z.string(),
      chainId: z.union([z.number(), z.string(), z.null()]),
    }),
  );
  const change = z.number().nullable();
  const protocolSchema = z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      symbol: z.string(),
      slug: z.string(),
      description: z.string(),
      category: z.string(),
      chains: z.array(z.string()),
      listedAt: z.int().optional(),
      tvl: z.number(),
      chainTvls: z.record(z.string(), z.number()),
      change_1h: change,
      change_1d: change,
      change_7d: change,
      mcap: z.number().nullable(),
      parentProtocol: z.string().optional(),
    }),
  );

  it("lists chains in no order, with string ids, a token named '-', nulls, and BSC a second time at 0", async () => {
    const chains = await read("api.llama.fi/v2/chains", chainSchema);
    expect(chains.length).toBeGreaterThanOrEqual(40);
    const tvls = chains.map(({ tvl }) => tvl);
    expect(tvls).not.toEqual([...tvls].sort((a, b) => b - a));
    const named = (name: string) => chains.find((chain) => chain.name === name);
    expect(named("HAQQ")?.chainId).toBe("11235");
    expect(named("Unichain")?.tokenSymbol).toBe("-");
    expect(named("Base")).toMatchObject({ gecko_id: null, tokenSymbol: null, cmcId: null });
    expect(named("Binance")).toMatchObject({ tvl: 0, chainId: named("BSC")?.chainId });
    const total = tvls.reduce((sum, tvl) => sum + tvl, 0);
    expect(total).toBeGreaterThan(2e10);
    expect(total).toBeLessThan(5e11);
  });

  it("ranks exchanges above protocols, and puts borrowed and staked beside TVL, not into it", async () => {
    const protocols = await read("api.llama.fi/protocols", protocolSchema);
    expect(protocols).toHaveLength(600);
    expect(protocols[0]).toMatchObject({ name: "Binance CEX", category: "CEX" });
    expect(protocols[0]?.tvl).toBeGreaterThan(5e10);
    const isExtra = (key: string) => /(^|-)(borrowed|staking|pool2)$/.test(key);
    for (const { tvl, chainTvls } of protocols) {
      const own = Object.entries(chainTvls).filter(([key]) => !isExtra(key));
      expect(own.reduce((sum, [, value]) => sum + value, 0)).toBeCloseTo(tvl, -Math.log10(tvl + 1));
    }
    const keys = new Set(protocols.flatMap(({ chainTvls }) => Object.keys(chainTvls)));
    for (const key of ["borrowed", "Ethereum-borrowed", "staking", "Ethereum-staking", "pool2", "Binance"])
      expect(keys).toContain(key);
    expect(protocols.find(({ name }) => name === "Aave V3")?.parentProtocol).toBe("parent#aave");
  });

  it("leaves out what it doesn't know: caps, changes, listing dates, tokens", async () => {
    const protocols = await read("api.llama.fi/protocols", protocolSchema);
    expect(protocols.some(({ mcap }) => mcap === null)).toBe(true);
    expect(protocols.some(({ mcap }) => mcap !== null)).toBe(true);
    for (const key of ["change_1h", "change_1d", "change_7d"] as const)
      expect(protocols.filter((one) => one[key] === null).length).toBeGreaterThan(5);
    expect(protocols.some(({ symbol }) => symbol === "-")).toBe(true);
  });

  it("changes by what it was an hour and a day ago", async () => {
    const [today, yesterday] = await Promise.all(
      [OPEN, OPEN - DAY].map(async (at) => {
        const other = await startUpstream({ port: 0, seed: 5, now: () => at, protocolRows: 600 });
        const body = await (await fetch(`${other.url}/api.llama.fi/protocols`)).json();
        await other.close();
        return protocolSchema.parse(body);
      }),
    );
    const before = new Map(yesterday?.map(({ id, tvl }) => [id, tvl]));
    const lido = today?.find(({ name }) => name === "Lido");
    const past = before.get(lido?.id ?? "") ?? NaN;
    expect(lido?.change_1d).toBeCloseTo(((lido?.tvl ?? NaN) / past - 1) * 100, 6);
  });

  it("is megabytes by default", async () => {
    const big = await startUpstream({ port: 0 });
    const body = await (await fetch(`${big.url}/api.llama.fi/protocols`)).text();
    await big.close();
    expect(body.length).toBeGreaterThan(2.5e6);
    expect(protocolSchema.parse(JSON.parse(body))).toHaveLength(2_000);
  });
});

it("gives the same bytes for the same seed and clock, and others for another seed", async () => {
  const paths = ["api.llama.fi/protocols", "api.kraken.com/0/public/Ticker?pair=XBTUSD", "decrypt.co/feed"];
  const bodies = await Promise.all(
    [5, 5, 6].map(async (seed) => {
      const other = await startUpstream({ port: 0, seed, now: () => OPEN, protocolRows: 100 });
      const texts = await Promise.all(
        paths.map(async (path) => (await fetch(`${other.url}/${path}`)).text()),
      );
      await other.close();
      return texts;
    }),
  );
  expect(bodies[0]).toEqual(bodies[1]);
  bodies[0]?.forEach((body, i) => expect(body).not.toBe(bodies[2]?.[i]));
});
