import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { reduceBinanceCandles } from "@/lib/sources/binance/candles";
import { reduceBinanceFunding, reduceBinancePayments } from "@/lib/sources/binance/funding";
import {
  reduceBinanceOpenInterest,
  reduceBinanceRatios,
  reduceBinanceTaker,
} from "@/lib/sources/binance/statistics";
import { reduceHourlyPayments, reducePerps } from "@/lib/sources/hyperliquid";
import { reduceOkxCandles } from "@/lib/sources/okx/candles";
import { reduceOkxFunding, reduceOkxPayments } from "@/lib/sources/okx/funding";
import { reduceOkxOpenInterest, reduceOkxRatios, reduceOkxTaker } from "@/lib/sources/okx/statistics";
import { HOUR } from "@/sandbox/upstream/market/calendar";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";

const NOW = Date.UTC(2026, 9, 8, 15, 32, 10);
const T15 = Date.UTC(2026, 9, 8, 15);
const now = new Date(NOW);

let moment = NOW;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 5, now: () => moment, protocolRows: 60 });
});
afterAll(() => upstream.close());

async function get(path: string, status = 200): Promise<unknown> {
  const response = await fetch(`${upstream.url}/${path}`);
  expect(response.status).toBe(status);
  return response.json();
}
const okx = (path: string) => get(`www.okx.com/api/v5/${path}`);
const binance = (path: string, status = 200) => get(`fapi.binance.com/${path}`, status);
async function info(body: unknown): Promise<Response> {
  return fetch(`${upstream.url}/api.hyperliquid.xyz/info`, { method: "POST", body: JSON.stringify(body) });
}
const data = z.object({ code: z.literal("0"), msg: z.literal(""), data: z.array(z.array(z.string())) });

describe("OKX", () => {
  it("gives what its sources accept: ratios, takers, open interest, funding, candles", async () => {
    for (const name of [
      "long-short-account-ratio-contract",
      "long-short-account-ratio-contract-top-trader",
      "long-short-position-ratio-contract-top-trader",
    ]) {
      const { value, asOf } = reduceOkxRatios(
        await okx(`rubik/stat/contracts/${name}?instId=BTC-USDT-SWAP&period=1H&limit=100`),
      );
      expect(value).toHaveLength(100);
      expect(asOf?.getTime()).toBe(T15);
    }
    const interest = await okx(
      "rubik/stat/contracts/open-interest-history?instId=ETH-USDT-SWAP&period=1H&limit=100",
    );
    expect(reduceOkxOpenInterest(interest).value).toHaveLength(100);
    const funding = reduceOkxFunding(await okx("public/funding-rate?instId=SOL-USDT-SWAP"), "SOL-USDT-SWAP");
    expect(funding.value).toMatchObject({ intervalH: 4, nextMs: T15 + HOUR });
  });

  it("puts its newest row first, half-filled and unconfirmed, sold before bought", async () => {
    const query = "instId=BTC-USDT-SWAP&period=5m&unit=2&limit=100";
    const answer = await okx(`rubik/stat/taker-volume-contract?${query}`);
    const rows = data.parse(answer).data;
    const times = rows.map(([ts]) => Number(ts));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times[0]).toBe(Date.UTC(2026, 9, 8, 15, 30));
    const { value } = reduceOkxTaker(answer, "5m", now);
    expect(value).toHaveLength(99);
    expect(value.at(-1)?.slice(1)).toEqual([Number(rows[1]?.[2]), Number(rows[1]?.[1])]);

    const candles = await okx("market/candles?instId=BTC-USDT-SWAP&bar=5m&limit=300");
    const confirms = data.parse(candles).data.map((row) => row[8]);
    expect(confirms).toEqual(["0", ...Array.from({ length: 299 }, () => "1")]);
    expect(reduceOkxCandles(candles, "5m").value.bars).toHaveLength(299);
  });

  it("fills a bucket as time goes on, and leaves it alone once it is over", async () => {
    const path = "rubik/stat/taker-volume-contract?instId=BTC-USDT-SWAP&period=5m&unit=0&limit=3";
    const rowAt = async (at: number) => {
      moment = at;
      try {
        const rows = data.parse(await okx(path)).data;
        return Number(rows.find(([ts]) => Number(ts) === Date.UTC(2026, 9, 8, 15, 30))?.[1]);
      } finally {
        moment = NOW;
      }
    };
    const [early, late, over, after] = [
      await rowAt(NOW),
      await rowAt(NOW + 60_000),
      await rowAt(NOW + 200_000),
      await rowAt(NOW + 400_000),
    ];
    expect(early).toBeLessThan(late ?? 0);
    expect(late).toBeLessThan(over ?? 0);
    expect(over).toBe(after);
  });

  it("pages past payments backwards by `after`, 100 at most", async () => {
    const path = "public/funding-rate-history?instId=SOL-USDT-SWAP&limit=100";
    const first = reduceOkxPayments(await okx(path), "SOL-USDT-SWAP").value;
    expect(first).toHaveLength(100);
    const oldest = first[0]?.[0] ?? NaN;
    const second = reduceOkxPayments(await okx(`${path}&after=${oldest}`), "SOL-USDT-SWAP").value;
    expect(second.at(-1)?.[0]).toBe(oldest - 4 * HOUR);
  });

  it("refuses with status 200", async () => {
    expect(await okx("public/funding-rate?instId=NOPE-USDT-SWAP")).toMatchObject({ code: "51001", data: [] });
    expect(await okx("market/candles?instId=BTC-USDT-SWAP&bar=9m")).toMatchObject({ code: "51000" });
  });
});

describe("Binance's futures", () => {
  const query = "symbol=BTCUSDT&period=1h&limit=30";

  it("give what their sources accept, oldest first", async () => {
    for (const name of [
      "globalLongShortAccountRatio",
      "topLongShortAccountRatio",
      "topLongShortPositionRatio",
    ]) {
      const { value, asOf } = reduceBinanceRatios(await binance(`futures/data/${name}?${query}`), "BTCUSDT");
      expect(value).toHaveLength(30);
      expect(asOf?.getTime()).toBe(T15);
    }
    const interest = await binance(`futures/data/openInterestHist?${query}`);
    expect(reduceBinanceOpenInterest(interest, "BTCUSDT").asOf?.getTime()).toBe(T15);
    const funding = reduceBinanceFunding(await binance("fapi/v1/premiumIndex?symbol=BTCUSDT"), "BTCUSDT");
    expect(funding.value.nextMs).toBe(T15 + HOUR);
  });

  it("have takers a period behind, so that every bucket listed is over", async () => {
    const rows = z
      .array(z.object({ timestamp: z.int(), buySellRatio: z.string() }).loose())
      .parse(await binance(`futures/data/takerlongshortRatio?${query}`));
    expect(rows.at(-1)?.timestamp).toBe(T15 - HOUR);
    expect(rows.at(-1)).not.toHaveProperty("symbol");
    const five = await binance("futures/data/takerlongshortRatio?symbol=BTCUSDT&period=5m&limit=30");
    expect(reduceBinanceTaker(five, "5m", now).value).toHaveLength(30);
  });

  it("pay a few milliseconds late, and answer more than 1,000 rows with an error under status 200", async () => {
    const rows = reduceBinancePayments(
      await binance("fapi/v1/fundingRate?symbol=SOLUSDT&limit=50"),
      "SOLUSDT",
    );
    expect(rows.value).toHaveLength(50);
    expect(rows.value.every(([at]) => at % HOUR < 10)).toBe(true);
    expect(await binance("fapi/v1/fundingRate?symbol=BTCUSDT&limit=1001")).toMatchObject({
      status: "ERROR",
      code: "99099990",
    });
    expect(await binance("fapi/v1/premiumIndex?symbol=NOPEUSDT", 400)).toMatchObject({ code: -1121 });
  });

  it("give the running bar last, which no source keeps", async () => {
    const answer = await binance("fapi/v1/klines?symbol=BTCUSDT&interval=15m&limit=300");
    const { value } = reduceBinanceCandles(answer, "15m", now);
    expect(value.bars).toHaveLength(299);
    expect(value.bars.at(-1)?.[0]).toBe(Date.UTC(2026, 9, 8, 15, 15));
    expect(value.taker).toHaveLength(299);
  });
});

describe("Hyperliquid", () => {
  it("lists all perpetuals at once, delisted ones among them", async () => {
    const answer: unknown = await (await info({ type: "metaAndAssetCtxs" })).json();
    expect(Object.keys(reducePerps(answer).value).sort()).toEqual(["BNB", "BTC", "ETH", "SOL"]);
    expect(JSON.stringify(answer)).toContain('"isDelisted":true');
  });

  it("gives 500 hourly payments at most, from the start that was asked for", async () => {
    const ask = async (startTime: number) =>
      reduceHourlyPayments(
        await (await info({ type: "fundingHistory", coin: "BTC", startTime })).json(),
        "BTC",
      ).value;
    const month = await ask(T15 - 720 * HOUR);
    expect(month).toHaveLength(500);
    expect(month[0]?.[0]).toBeGreaterThanOrEqual(T15 - 720 * HOUR);
    const rest = await ask(T15 - 220 * HOUR);
    expect(rest.length).toBeLessThan(250);
    expect(T15 - (rest.at(-1)?.[0] ?? 0)).toBeLessThan(HOUR);
  });

  it("refuses as text", async () => {
    expect((await info({ type: "nope" })).status).toBe(422);
    expect((await fetch(`${upstream.url}/api.hyperliquid.xyz/info`)).status).toBe(405);
  });
});

describe("the venues", () => {
  it("agree with the spot market and with each other within a few basis points", async () => {
    const last = z.object({ data: z.array(z.array(z.string())) });
    for (const [coin, product] of [
      ["BTC", "BTC-USD"],
      ["ETH", "ETH-USD"],
    ] as const) {
      const spot = z.object({ price: z.string() }).parse(
        await (
          await fetch(`${upstream.url}/api.exchange.coinbase.com/products/${product}/ticker`, {
            headers: { "user-agent": "test" },
          })
        ).json(),
      );
      const swap = last.parse(await okx(`market/candles?instId=${coin}-USDT-SWAP&bar=5m&limit=1`));
      const klines = z
        .array(z.array(z.unknown()))
        .parse(await binance(`fapi/v1/klines?symbol=${coin}USDT&interval=5m&limit=1`));
      const prices = [Number(spot.price), Number(swap.data[0]?.[4]), Number(klines[0]?.[4])];
      expect(Math.max(...prices) / Math.min(...prices) - 1).toBeLessThan(6e-4);
    }
  });

  it("have bars that join, whose longer ones hold the shorter ones' trade", async () => {
    const rows = async (bar: string, limit: number) =>
      data.parse(await okx(`market/candles?instId=SOL-USDT-SWAP&bar=${bar}&limit=${limit}`)).data;
    const [five, hours] = [await rows("5m", 60), await rows("1H", 4)];
    for (let i = 1; i < five.length; i++) expect(five[i]?.[4]).toBe(five[i - 1]?.[1]);
    const [, hour] = hours;
    const inside = five.filter(
      ([ts]) => Number(ts) >= Number(hour?.[0]) && Number(ts) < Number(hour?.[0]) + HOUR,
    );
    expect(inside).toHaveLength(12);
    const coins = inside.reduce((sum, row) => sum + Number(row[6]), 0);
    expect(coins).toBeCloseTo(Number(hour?.[6]), 1);
    expect(inside.at(-1)?.[1]).toBe(hour?.[1]);
    expect(inside[0]?.[4]).toBe(hour?.[4]);
  });
});
