import { describe, expect, it } from "vitest";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { binanceFunding } from "@/lib/sources/binance/funding";
import { binanceOpenInterest, binanceRatios } from "@/lib/sources/binance/statistics";
import { coinbaseBtc, coinbaseBtcDay, coinbaseEth } from "@/lib/sources/coinbase";
import { fearGreed } from "@/lib/sources/fear-greed";
import { fredSpx, fredVix } from "@/lib/sources/fred";
import { hyperliquidPerps } from "@/lib/sources/hyperliquid";
import { krakenBtc, krakenEth } from "@/lib/sources/kraken";
import { llamaChains } from "@/lib/sources/llama";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxFunding } from "@/lib/sources/okx/funding";
import { okxOpenInterest, okxRatios } from "@/lib/sources/okx/statistics";
import type { Source } from "@/lib/sources/source";
import { treasuryYear } from "@/lib/sources/treasury";
import { yahooBtc, yahooDxy, yahooGold, yahooSpx, yahooVix } from "@/lib/sources/yahoo";
import { world } from "@/sandbox/upstream/world";
import { liesBelieved } from "../support/lies";
import { UNDETECTABLE } from "../support/undetectable";

const NOW = Date.UTC(2026, 9, 7, 14, 2, 30);
const SOURCES: readonly Source<unknown>[] = [
  ...[coinbaseBtc, coinbaseEth, coinbaseBtcDay, krakenBtc, krakenEth],
  ...[yahooSpx, yahooVix, yahooDxy, yahooGold, yahooBtc, fredSpx, fredVix],
  ...[fearGreed, treasuryYear, hyperliquidPerps],
  ...[okxCandles("BTC", "5m"), binanceCandles("BTC", "1h")],
  ...[okxRatios("accounts", "BTC"), binanceRatios("top-positions", "BTC")],
  ...[okxOpenInterest("BTC"), binanceOpenInterest("BTC"), okxFunding("BTC"), binanceFunding("BTC")],
  llamaChains,
];

const named = ({ path, op }: { path: string; op: string }): string => `${path} ${op}`;

describe("a number of a provider's answer that is × 1000, ÷ 1000, × 100, 0 or negative", () => {
  it.each(SOURCES.map((source) => [source.id, source] as const))(
    "is noticed by %s, or stands among what cannot be",
    async (id, source) => {
      const { told, believed } = await liesBelieved(
        source,
        world({ seed: 3, now: () => NOW, protocolRows: 200 }),
      );
      expect(told).toBeGreaterThan(0);
      const known = UNDETECTABLE.filter((lie) => lie.source === id);
      // an entry that is noticed after all fails as well, so that the list can't rot
      expect(believed.map(named).sort()).toEqual(
        known.flatMap(({ path, ops }) => ops.map((op) => `${path} ${op}`)).sort(),
      );
    },
    60_000,
  );
});
