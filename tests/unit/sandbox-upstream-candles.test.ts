import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { coinbaseDaily, coinbaseDailyBefore, coinbasePath } from "@/lib/sources/coinbase-candles";
import { krakenDaily, krakenPath } from "@/lib/sources/kraken-ohlc";
import { dailyStatistics } from "@/lib/accuracy/daily";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at, noStore, reader } from "../fixtures/test-source";

const NOW = Date.parse("2026-10-07T18:31:40Z");
const DAY_MS = 86_400_000;
const TODAY = Math.floor(NOW / DAY_MS);

let upstream: Upstream;
let now = NOW;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 5, now: () => now, protocolRows: 10 });
});
afterAll(() => upstream.close());

const get = async (path: string): Promise<unknown> =>
  (await fetch(`${upstream.url}/${path}`, { headers: { "user-agent": "x" } })).json();

describe("the simulated exchanges' candles", () => {
  it("are what the sources accept, and the exchanges agree within a few basis points", async () => {
    const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000 });
    const got = await read(
      {
        newer: coinbaseDaily,
        older: coinbaseDailyBefore,
        kraken: krakenDaily,
        path: coinbasePath(TODAY - 1),
        krakenPath: krakenPath(TODAY - 1),
      },
      at(new Date(NOW)),
    );
    for (const { status } of Object.values(got)) expect(status).toBe("ok");
    const coinbase = [...(got.older.value ?? []), ...(got.newer.value ?? [])];
    expect(coinbase.map(([day]) => day)).toEqual(Array.from({ length: 400 }, (_, i) => TODAY - 400 + i));
    const kraken = new Map(got.kraken.value);
    for (const [day, close] of coinbase)
      expect(Math.abs((kraken.get(day) ?? 0) / close - 1)).toBeLessThan(3e-4);
    const past = dailyStatistics(coinbase, new Date(NOW));
    expect(past?.sigma).toBeGreaterThan(0.005);
    expect(past?.base?.watch).toBeGreaterThan(0.1);
    const prices = got.path.value?.prices ?? [];
    expect(prices.length).toBeGreaterThan(280);
    expect(got.krakenPath.value?.prices.length).toBeGreaterThan(280);
    expect(new Map(got.krakenPath.value?.prices).get(prices[99]?.[0] ?? 0)).toBeGreaterThan(0);
  });

  it("close where the ticker stood", async () => {
    now = Date.parse("2026-10-07T12:00:00Z");
    const { price } = z
      .object({ price: z.string() })
      .parse(await get("api.exchange.coinbase.com/products/BTC-USD/ticker"));
    now = NOW;
    const rows = z
      .array(z.array(z.number()))
      .parse(
        await get(
          "api.exchange.coinbase.com/products/BTC-USD/candles?granularity=300&start=2026-10-07T11:50:00Z&end=2026-10-07T12:00:00Z",
        ),
      );
    const row = rows.find(([time]) => time === Date.parse("2026-10-07T11:55:00Z") / 1_000);
    expect(row?.[4]).toBe(Number(price));
    expect(rows[0]?.[0]).toBeGreaterThan(rows[1]?.[0] ?? Infinity);
  });

  it("are refused as the exchanges refuse: too many, odd lengths", async () => {
    const at300 = "api.exchange.coinbase.com/products/BTC-USD/candles?granularity=300";
    expect(await get(`${at300}&start=2026-10-01T00:00:00Z&end=2026-10-07T00:00:00Z`)).toMatchObject({
      message: expect.stringMatching(/exceeds 300/),
    });
    expect(await get("api.exchange.coinbase.com/products/BTC-USD/candles?granularity=7")).toMatchObject({
      message: "Unsupported granularity",
    });
    expect(await get("api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=7")).toMatchObject({
      error: ["EGeneral:Invalid arguments"],
    });
  });
});
