import { describe, expect, it } from "vitest";
import * as z from "zod";
import { composePools } from "@/lib/desks/meteora/compose";
import { meteoraEntry } from "@/lib/desks/meteora/entry";
import { riskOf } from "@/lib/desks/meteora/risk";
import { meteoraCloses } from "@/lib/sources/meteora/closes";
import { meteoraPools, reducePools } from "@/lib/sources/meteora/pools";
import { readingOf } from "../fixtures/readings";
import { SAMPLE_SETS } from "../support/samples";

const wrapped = z.object({ response: z.unknown() });
const ADDRESS = "5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6";
const NOW = new Date("2026-06-07T06:37:32Z"); // when the candles were taken

describe.each(SAMPLE_SETS)("Meteora's answers that are $name", (set) => {
  const pools = async () => {
    const { response } = wrapped.parse(await set.json("meteora/datapi_pools_2026-06-07T0310.json"));
    return reducePools(response).value;
  };
  const closes = () =>
    Promise.all(
      meteoraCloses(ADDRESS, NOW).map(async (source) => {
        const body = set.stream("meteora/datapi_pool_ohlcv_1h_SOL-USDC.json", 1 << 20);
        return readingOf(source, (await source.answer(body, NOW)).value, NOW, NOW);
      }),
    );

  describe.skipIf(!set.present)("are read unchanged", () => {
    it("the pools that are large enough, each with its name", async () => {
      const read = await pools();
      expect(read).toHaveLength(set.expected({ madeUp: 2, recorded: 8 })); // two of the recorded ten are smaller
      expect(read.map(({ name }) => name)).not.toContain("");
      expect(read.every(({ tvl }) => (tvl ?? 0) > 250_000)).toBe(true);
    });

    it("a week of closes, without the hour that is under way", async () => {
      expect((await closes()).flatMap(({ value }) => value ?? [])).toHaveLength(168);
    });

    it("into a pool whose daily rate is given as a yearly one without compounding", async () => {
      const list = readingOf(meteoraPools, await pools(), NOW, NOW);
      const { answer } = composePools(
        { list, hint: null, closes: { [ADDRESS]: await closes() } },
        meteoraEntry.input.parse({}),
        NOW,
      );
      expect(answer.pools.find(({ address }) => address === ADDRESS)).toMatchObject({
        name: "SOL-USDC",
        binStepBps: 4,
        ...set.expected({
          // 9,000 of 3,000,000 a day; closes 1 % up and down by turns: ln 1.01 × √24, over 167 returns less one
          madeUp: {
            feeTvl24hPct: 0.3,
            apy: 109.5,
            providerApyPct: 198.43,
            protocolFeeSharePct: 9.09,
            volDailyPct: 4.889,
            ageDays: 799,
          },
          recorded: {
            feeTvl24hPct: 0.339,
            apy: 123.73,
            providerApyPct: 243.89,
            protocolFeeSharePct: 9.98,
            volDailyPct: 5.155,
            breakevenHalfwidthPct: 20.63,
            positionHalfwidthPct: 1.38,
            ilRisk: "high",
            ageDays: 799,
          },
        }),
      });
    });
  });

  it("rounding σ to 5.1 % before the width is taken from it would make the recorded pool's ±20.2 %", () => {
    expect(riskOf(0.0033897290198314733, 0.051, 4).halfWidth).toBeCloseTo(0.2017, 4);
  });
});
