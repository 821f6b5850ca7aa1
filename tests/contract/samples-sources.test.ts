import { describe, expect, it } from "vitest";
import { reduceFearGreed } from "@/lib/sources/fear-greed";
import { reduceFeed } from "@/lib/sources/feeds";
import { reduceChains, reduceProtocols } from "@/lib/sources/llama";
import { reduceYieldPools } from "@/lib/sources/llama-yields";
import { reduceTreasuryXml } from "@/lib/sources/treasury";
import { reduceWeekCalendar } from "@/lib/sources/week-calendar";
import { reduceChart } from "@/lib/sources/yahoo";
import { SAMPLE_SETS } from "../support/samples";

describe.each(SAMPLE_SETS)("answers that are $name", (set) => {
  describe.skipIf(!set.present)("are read unchanged", () => {
    it("DefiLlama's chains, with ids of three types and an empty duplicate", async () => {
      const { value } = reduceChains(await set.json("defillama/v2_chains_22records.json"));
      expect(value.largest.slice(0, 3).map(({ name }) => name)).toEqual(
        set.expected({
          madeUp: ["Meridian", "Lowtide", "Quartz"],
          recorded: ["Ethereum", "Solana", "Base"],
        }),
      );
      expect(value.count).toBe(set.expected({ madeUp: 3, recorded: 19 }));
      expect(value.largest.map(({ name }) => name)).not.toContain(
        set.expected({ madeUp: "Lowtide Old", recorded: "Binance" }),
      );
    });

    it("DefiLlama's protocols, without the exchange that would lead them", async () => {
      const { value } = await reduceProtocols(set.stream("defillama/protocols_3records.json"));
      expect(value.tokenless).toBe("[]");
      expect(value.largest).toEqual(
        set
          .expected({
            madeUp: [
              { name: "Tide Stake", category: "Liquid Staking", tvl: 2_600_000_000, chains: 1 },
              { name: "Harbor Lend", category: "Lending", tvl: 1_800_000_000.5, chains: 2 },
            ],
            recorded: [
              { name: "Lido", category: "Liquid Staking", tvl: 26705542541.919636, chains: 5 },
              { name: "Aave V3", category: "Lending", tvl: 18494643359.805428, chains: 21 },
            ],
          })
          .map((protocol): unknown => expect.objectContaining(protocol)),
      );
    });

    it("Yahoo's gold, with the change of the day and not against 2020's close", async () => {
      const { value, asOf } = reduceChart(await set.json("yahoo/chart_GC=F.json"), "GC=F", "GOLD");
      expect(value).toEqual(
        set.expected({
          madeUp: { price: 4000.5, changePct: 1.25 },
          recorded: { price: 4162.3, changePct: -0.952 },
        }),
      );
      expect(asOf?.toISOString()).toBe("2026-10-02T20:59:58.000Z");
    });

    it("fear and greed, a single day", async () => {
      const { value, asOf } = reduceFearGreed(await set.json("fear_greed/fng_limit1_envelope.json"));
      expect(value).toEqual(
        set.expected({
          madeUp: { value: 71, classification: "Greed", previous: null },
          recorded: { value: 27, classification: "Fear", previous: null },
        }),
      );
      expect(asOf?.toISOString()).toBe("2026-08-02T00:00:00.000Z");
    });

    it("the Treasury's curve, a bare m:properties of 2022 without the maturities that came later", async () => {
      const now = new Date("2022-02-02T12:00:00Z");
      const text = await set.text("treasury/yield_curve_one_entry_2022-02-01.xml");
      const { value, asOf } = reduceTreasuryXml(text, now);
      expect(value.date).toBe("2022-02-01");
      expect(value.rates).toMatchObject({
        m1_5: null,
        m4: null,
        ...set.expected({
          madeUp: { m1: 0.05, y2: 1.25, y10: 1.9, y30: 2.15 },
          recorded: { m1: 0.04, y2: 1.18, y10: 1.81, y30: 2.12 },
        }),
      });
      expect(asOf?.toISOString()).toBe("2022-02-01T20:30:00.000Z");
    });

    it("CoinDesk's feed, past its empty dc:description", async () => {
      const now = new Date("2026-09-25T16:30:00Z");
      const { value } = reduceFeed(await set.text("coindesk/rss_3items_2026-09-25.xml"), now);
      expect(value.items).toHaveLength(set.expected({ madeUp: 2, recorded: 3 }));
      expect(value.items[0]).toEqual(
        set.expected({
          madeUp: {
            title: "Harbor & Tide agree to merge",
            url: "https://www.coindesk.com/business/2026/09/25/harbor-tide",
            publishedAt: "2026-09-25T13:00:00.000Z",
          },
          recorded: {
            title: "Circle and Tether step in to freeze hacker wallet after massive Bitget crypto heist",
            url: "https://www.coindesk.com/markets/2026/09/25/circle-and-tether-step-in-to-freeze-hacker-wallet-after-massive-bitget-crypto-heist",
            publishedAt: "2026-09-25T14:41:53.000Z",
          },
        }),
      );
    });

    it("the Fed's press releases, in CDATA", async () => {
      const now = new Date("2026-09-24T20:00:00Z");
      const { value } = reduceFeed(await set.text("fed/press_all_3items_2026-09-24.xml"), now);
      expect(value.items.map(({ publishedAt }) => publishedAt)).toEqual(
        set.expected({
          madeUp: ["2026-09-23T20:30:00.000Z", "2026-09-22T14:00:00.000Z"],
          recorded: ["2026-09-24T18:30:00.000Z", "2026-09-24T15:00:00.000Z", "2026-09-22T20:30:00.000Z"],
        }),
      );
      const name = set.expected({ madeUp: "bcreg20260922a", recorded: "enforcement20260924a" });
      expect(value.items[1]?.url).toBe(`https://www.federalreserve.gov/newsevents/pressreleases/${name}.htm`);
    });

    it("the week's calendar, of which what central banks do and what moves markets is kept", async () => {
      const now = new Date("2026-06-21T12:00:00Z");
      const { value } = reduceWeekCalendar(
        await set.json("forexfactory/ff_calendar_thisweek_2026-06-22.json"),
        now,
      );
      expect(value.events.map(({ title, currency, at }) => [title, currency, at])).toEqual(
        set.expected({
          madeUp: [
            ["Loan Prime Rate", "CNY", "2026-06-22T01:00:00.000Z"],
            ["FOMC Member Lindqvist Speaks", "USD", "2026-06-23T12:30:00.000Z"],
          ],
          recorded: [
            ["1-y Loan Prime Rate", "CNY", "2026-06-22T01:00:00.000Z"],
            ["5-y Loan Prime Rate", "CNY", "2026-06-22T01:00:00.000Z"],
            ["FOMC Member Waller Speaks", "USD", "2026-06-22T13:00:00.000Z"],
            ["Core PCE Price Index m/m", "USD", "2026-06-25T12:30:00.000Z"],
          ],
        }),
      );
      expect(value.until).toBe(
        set.expected({ madeUp: "2026-06-25T06:00:00.000Z", recorded: "2026-06-26T14:00:00.000Z" }),
      );
    });

    it("DefiLlama's yield pools, one with an APY that is no sum of parts, without the one that pays nothing", async () => {
      const { value } = await reduceYieldPools(set.stream("defillama/yields_pools_5.json"));
      expect(value).toMatchObject(
        set.expected({ madeUp: { passed: 2, listed: 3 }, recorded: { passed: 4, listed: 5 } }),
      );
      expect(value.largest[0]).toMatchObject(
        set.expected({
          madeUp: { symbol: "HARBORUSD", tvl: 4_000_000_000, apyMean30d: 5.75, days: 300 },
          recorded: { symbol: "SUSDE", tvl: 5_698_745_714, apyMean30d: 7.59459, days: 566 },
        }),
      );
      const whole = set.expected({ madeUp: "TIDE", recorded: "SUSDS" });
      expect(value.largest.find(({ symbol }) => symbol === whole)).toMatchObject({
        apy: set.expected({ madeUp: 3.5, recorded: 4.75 }),
        apyBase: null,
      });
    });
  });
});
