import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { reduceFearGreed } from "@/lib/sources/fear-greed";
import { reduceFeed } from "@/lib/sources/feeds";
import { parseJson } from "@/lib/sources/fetcher/answer";
import { reduceChains, reduceProtocols } from "@/lib/sources/llama";
import { reduceTreasuryXml } from "@/lib/sources/treasury";
import { reduceWeekCalendar } from "@/lib/sources/week-calendar";
import { reduceChart } from "@/lib/sources/yahoo";

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
  },
);
