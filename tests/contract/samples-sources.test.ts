import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { composePools } from "@/lib/desks/meteora/compose";
import { meteoraEntry } from "@/lib/desks/meteora/entry";
import { riskOf } from "@/lib/desks/meteora/risk";
import { reduceFearGreed } from "@/lib/sources/fear-greed";
import { reduceFeed } from "@/lib/sources/feeds";
import { parseJson } from "@/lib/sources/fetcher/answer";
import { reduceChains, reduceProtocols } from "@/lib/sources/llama";
import { reduceYieldPools } from "@/lib/sources/llama-yields";
import { meteoraCloses } from "@/lib/sources/meteora/closes";
import { meteoraPools, reducePools } from "@/lib/sources/meteora/pools";
import { reduceTreasuryXml } from "@/lib/sources/treasury";
import { reduceWeekCalendar } from "@/lib/sources/week-calendar";
import { reduceChart } from "@/lib/sources/yahoo";
import { readingOf } from "../fixtures/readings";

/** Answers that providers really gave. They are third-party material, so they live outside of the project. */
const SAMPLES = fileURLToPath(new URL("../../../shared/samples", import.meta.url));
const absent = !existsSync(SAMPLES);
const sample = (name: string): Promise<string> => readFile(path.join(SAMPLES, name), "utf8");

describe.skipIf(absent)(
  `recorded answers${absent ? " (their folder is absent)" : ""} are read unchanged`,
  () => {
    it("DefiLlama's chains, with ids of three types and an empty duplicate of BSC", async () => {
      const { value } = reduceChains(parseJson(await sample("defillama/v2_chains_22records.json")));
      expect(value.largest.slice(0, 3).map(({ name }) => name)).toEqual(["Ethereum", "Solana", "Base"]);
      expect(value.count).toBe(19);
      expect(value.largest.map(({ name }) => name)).not.toContain("Binance");
    });

    it("DefiLlama's protocols, without the exchange that would lead them", async () => {
      const text = await sample("defillama/protocols_3records.json");
      async function* body(): AsyncGenerator<Uint8Array> {
        const bytes = new TextEncoder().encode(text);
        for (let i = 0; i < bytes.length; i += 100) yield bytes.subarray(i, i + 100);
      }
      const { value } = await reduceProtocols(body());
      expect(value.tokenless).toEqual([]);
      expect(value.largest).toEqual([
        expect.objectContaining({
          name: "Lido",
          category: "Liquid Staking",
          tvl: 26705542541.919636,
          chains: 5,
        }),
        expect.objectContaining({
          name: "Aave V3",
          category: "Lending",
          tvl: 18494643359.805428,
          chains: 21,
        }),
      ]);
    });

    it("Yahoo's gold, with the change of the day and not against 2020's close", async () => {
      const { value, asOf } = reduceChart(parseJson(await sample("yahoo/chart_GC=F.json")), "GC=F");
      expect(value).toEqual({ price: 4162.3, changePct: -0.952 });
      expect(asOf?.toISOString()).toBe("2026-10-02T20:59:58.000Z");
    });

    it("fear and greed, a single day", async () => {
      const { value, asOf } = reduceFearGreed(parseJson(await sample("fear_greed/fng_limit1_envelope.json")));
      expect(value).toEqual({ value: 27, classification: "Fear", previous: null });
      expect(asOf?.toISOString()).toBe("2026-08-02T00:00:00.000Z");
    });

    it("the Treasury's curve, a bare m:properties of 2022 without the maturities that came later", async () => {
      const now = new Date("2022-02-02T12:00:00Z");
      const { value, asOf } = reduceTreasuryXml(
        await sample("treasury/yield_curve_one_entry_2022-02-01.xml"),
        now,
      );
      expect(value.date).toBe("2022-02-01");
      expect(value.rates).toMatchObject({ m1: 0.04, m1_5: null, m4: null, y2: 1.18, y10: 1.81, y30: 2.12 });
      expect(asOf?.toISOString()).toBe("2022-02-01T20:30:00.000Z");
    });

    it("CoinDesk's feed, past its empty dc:description", async () => {
      const now = new Date("2026-09-25T16:30:00Z");
      const { value } = reduceFeed(await sample("coindesk/rss_3items_2026-09-25.xml"), now);
      expect(value.items).toHaveLength(3);
      expect(value.items[0]).toEqual({
        title: "Circle and Tether step in to freeze hacker wallet after massive Bitget crypto heist",
        url: "https://www.coindesk.com/markets/2026/09/25/circle-and-tether-step-in-to-freeze-hacker-wallet-after-massive-bitget-crypto-heist",
        publishedAt: "2026-09-25T14:41:53.000Z",
      });
    });

    it("the Fed's press releases, in CDATA", async () => {
      const now = new Date("2026-09-24T20:00:00Z");
      const { value } = reduceFeed(await sample("fed/press_all_3items_2026-09-24.xml"), now);
      expect(value.items.map(({ publishedAt }) => publishedAt)).toEqual([
        "2026-09-24T18:30:00.000Z",
        "2026-09-24T15:00:00.000Z",
        "2026-09-22T20:30:00.000Z",
      ]);
      expect(value.items[1]?.url).toBe(
        "https://www.federalreserve.gov/newsevents/pressreleases/enforcement20260924a.htm",
      );
    });

    it("the week's calendar, of which three entries are about central banks", async () => {
      const now = new Date("2026-06-21T12:00:00Z");
      const text = await sample("forexfactory/ff_calendar_thisweek_2026-06-22.json");
      const { value } = reduceWeekCalendar(parseJson(text), now);
      expect(value.events.map(({ title, currency, at }) => [title, currency, at])).toEqual([
        ["1-y Loan Prime Rate", "CNY", "2026-06-22T01:00:00.000Z"],
        ["5-y Loan Prime Rate", "CNY", "2026-06-22T01:00:00.000Z"],
        ["FOMC Member Waller Speaks", "USD", "2026-06-22T13:00:00.000Z"],
      ]);
      expect(value.until).toBe("2026-06-26T14:00:00.000Z");
    });

    it("DefiLlama's yield pools, one with an APY that is no sum of parts, without the one that pays nothing", async () => {
      const text = await sample("defillama/yields_pools_5.json");
      async function* body(): AsyncGenerator<Uint8Array> {
        const bytes = new TextEncoder().encode(text);
        for (let i = 0; i < bytes.length; i += 100) yield bytes.subarray(i, i + 100);
      }
      const { value } = await reduceYieldPools(body());
      expect(value).toMatchObject({ passed: 4, listed: 5 });
      expect(value.largest[0]).toMatchObject({
        symbol: "SUSDE",
        tvl: 5_698_745_714,
        apyMean30d: 7.59459,
        days: 566,
      });
      expect(value.largest.find(({ symbol }) => symbol === "SUSDS")).toMatchObject({
        apy: 4.75,
        apyBase: null,
      });
    });

    it("Meteora's pools and closes: one day's rate is told as a year's without compounding", async () => {
      const now = new Date("2026-06-07T06:37:32Z"); // when the candles were taken
      const wrapped = parseJson(await sample("meteora/datapi_pools_2026-06-07T0310.json")) as {
        response: unknown;
      };
      const { value: pools } = reducePools(wrapped.response);
      expect(pools.map(({ name }) => name)).not.toContain("");
      expect(pools.every(({ tvl }) => (tvl ?? 0) > 250_000)).toBe(true);
      expect(pools).toHaveLength(8); // of ten, two are smaller; one of them would show 65,599 % a year
      const address = "5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6";
      const candles = await sample("meteora/datapi_pool_ohlcv_1h_SOL-USDC.json");
      const closes = await Promise.all(
        meteoraCloses(address, now).map(async (source) => {
          async function* body(): AsyncGenerator<Uint8Array> {
            yield new TextEncoder().encode(candles);
          }
          return readingOf(source, (await source.answer(body(), now)).value, now, now);
        }),
      );
      expect(closes.flatMap(({ value }) => value ?? [])).toHaveLength(168); // the 169th hour is under way
      const { answer } = composePools(
        { list: readingOf(meteoraPools, pools, now, now), hint: null, closes: { [address]: closes } },
        meteoraEntry.input.parse({}),
        now,
      );
      const pool = answer.pools.find((one) => one.address === address);
      expect(pool).toMatchObject({
        name: "SOL-USDC",
        binStepBps: 4,
        feeTvl24hPct: 0.339,
        apy: 123.73,
        providerApyPct: 243.89,
        protocolFeeSharePct: 9.98,
        volDailyPct: 5.155,
        breakevenHalfwidthPct: 20.63,
        positionHalfwidthPct: 1.38,
        ilRisk: "high",
        ageDays: 799,
      });
      // With σ rounded to 5.1 % before the width is taken from it, the same pool comes to ±20.2 %.
      expect(riskOf(0.0033897290198314733, 0.051, 4).halfWidth).toBeCloseTo(0.2017, 4);
    });
  },
);
