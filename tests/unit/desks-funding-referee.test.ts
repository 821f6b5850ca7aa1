import { describe, expect, it } from "vitest";
import { settledFunding } from "@/lib/desks/funding-referee";
import type { FundingRate } from "@/lib/sources/derivatives";
import { toEntry, toReading } from "@/lib/sources/fetcher/cache-entry";
import { judged } from "@/lib/sources/fetcher/continuity";
import { okxFunding, reduceOkxFunding } from "@/lib/sources/okx/funding";
import { failed, readingOf } from "../fixtures/readings";

const NOW = Date.UTC(2026, 9, 7, 14, 32, 30);
const NEXT = Date.UTC(2026, 9, 7, 16);
const HOUR = 3_600_000;
const source = okxFunding("BTC");

const answer = (rate: number) => ({
  code: "0",
  data: [
    {
      instId: "BTC-USDT-SWAP",
      fundingRate: String(rate),
      fundingTime: String(NEXT),
      nextFundingTime: String(NEXT + 8 * HOUR),
      ts: String(NOW),
    },
  ],
});
const entryOf = (rate: number) => toEntry(reduceOkxFunding(answer(rate), "BTC-USDT-SWAP"), NOW);

/** OKX's reading of a rate, a minute after it read another. */
function after(before: number, rate: number) {
  const { baseline } = judged(source, entryOf(before), null, "web");
  return toReading(source, judged(source, entryOf(rate), baseline, "web").entry, "ok", NOW);
}

/** Hyperliquid's rate, given by 8 hours. */
const beside = (of8h: number) =>
  readingOf(
    { id: "hyperliquid.perps", provider: "Hyperliquid" },
    { rate: of8h / 8, nextMs: NEXT - HOUR, intervalH: 1 },
    new Date(NOW),
    new Date(NOW),
  );
const silent = failed<FundingRate>({
  id: "hyperliquid.perps",
  provider: "Hyperliquid",
});

describe("a running funding rate that jumped within its period", () => {
  it.each([0, -0.0001, 0.0000001, 0.01, 0.000001])(
    "to %d is not believed where another venue did not",
    (to) => {
      const settled = settledFunding("BTC", after(0.0001, to), beside(0.00009));
      expect(settled).toMatchObject({ status: "implausible", value: null });
      expect(settled.detail).toMatch(/Hyperliquid gave .*not believed/);
    },
  );

  it("is not believed while no other venue can be read", () => {
    expect(settledFunding("BTC", after(0.0001, -0.0008), silent).value).toBeNull();
  });

  it("is believed at once, with a note, where another venue's is of its level", () => {
    const settled = settledFunding("BTC", after(0.0001, -0.0008), beside(-0.0006));
    expect(settled.value?.rate).toBe(-0.0008);
    expect(settled.doubts).toMatchObject([{ settled: "second" }]);
  });

  it("and one that moved as rates do is left alone", () => {
    const moved = after(0.0001, 0.000095);
    expect(settledFunding("BTC", moved, silent)).toBe(moved);
  });
});

describe("a running funding rate beyond 0.3 % in 8 hours", () => {
  it("needs another venue's word, whatever came before", () => {
    const alone = toReading(source, entryOf(-0.004), "ok", NOW);
    expect(settledFunding("ETH", alone, silent).value).toBeNull();
    expect(settledFunding("ETH", alone, beside(-0.0035)).value?.rate).toBe(-0.004);
  });
});
