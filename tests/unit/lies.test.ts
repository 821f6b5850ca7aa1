import { describe, expect, it } from "vitest";
import { refereedIndex } from "@/lib/desks/referee";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { binanceFunding, binancePayments } from "@/lib/sources/binance/funding";
import { binanceOpenInterest, binanceRatios, binanceTaker } from "@/lib/sources/binance/statistics";
import { coinbaseBtc, coinbaseBtcDay, coinbaseEth } from "@/lib/sources/coinbase";
import { fearGreed } from "@/lib/sources/fear-greed";
import { fredSpx, fredVix } from "@/lib/sources/fred";
import { hyperliquidPayments, hyperliquidPerps } from "@/lib/sources/hyperliquid";
import { krakenBtc, krakenEth } from "@/lib/sources/kraken";
import { llamaChains } from "@/lib/sources/llama";
import { llamaListed } from "@/lib/sources/llama-prices";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxFunding, okxPayments } from "@/lib/sources/okx/funding";
import { okxOpenInterest, okxRatios, okxTaker } from "@/lib/sources/okx/statistics";
import type { Source } from "@/lib/sources/source";
import type { Quote } from "@/lib/sources/quote";
import { treasuryYear } from "@/lib/sources/treasury";
import { yahooBtc, yahooDxy, yahooGold, yahooSpx, yahooVix } from "@/lib/sources/yahoo";
import { world } from "@/sandbox/upstream/world";
import { type Beside, liesBelieved } from "../support/lies";
import { UNDETECTABLE } from "../support/undetectable";

const NOW = Date.UTC(2026, 9, 7, 14, 32, 30);
const SOURCES: readonly Source<unknown>[] = [
  ...[coinbaseBtc, coinbaseEth, coinbaseBtcDay, krakenBtc, krakenEth],
  ...[yahooSpx, yahooVix, yahooDxy, yahooGold, yahooBtc, fredSpx, fredVix],
  ...[fearGreed, treasuryYear, hyperliquidPerps],
  ...[okxCandles("BTC", "5m"), binanceCandles("BTC", "1h")],
  ...[okxRatios("accounts", "BTC"), binanceRatios("top-positions", "BTC")],
  ...[okxOpenInterest("BTC"), binanceOpenInterest("BTC"), okxFunding("BTC"), binanceFunding("BTC")],
  ...[
    okxTaker("BTC", "5m"),
    binanceTaker("BTC"),
    okxPayments("BTC"),
    binancePayments("BTC"),
    hyperliquidPayments("BTC", 1),
  ],
  ...[llamaChains, llamaListed],
];

const besideCloses = (name: string, other: Source<Quote>): Beside<Quote, Quote> => ({
  other,
  referee: (own, closes) => refereedIndex(name, own, closes)[0],
});
/** What desks hold a source against. */
const BESIDE: Readonly<Record<string, Beside<unknown, unknown>>> = {
  "yahoo.spx": besideCloses("SPX", fredSpx),
  "yahoo.vix": besideCloses("VIX", fredVix),
};

const named = ({ path, op }: { path: string; op: string }): string => `${path} ${op}`;

describe("a provider's number that is turned, or list that is cut or doubled,", () => {
  it.each(SOURCES.map((source) => [source.id, source] as const))(
    "is noticed by %s, or stands among what cannot be",
    async (id, source) => {
      const { told, believed } = await liesBelieved(
        source,
        world({ seed: 1, now: () => NOW, protocolRows: 200 }),
        BESIDE[id],
      );
      expect(told).toBeGreaterThan(0);
      const known = UNDETECTABLE.filter((lie) => lie.source === id);
      expect(believed.length).toBeLessThanOrEqual(told / 10);
      // an entry that is noticed after all fails as well, so that the list can't rot
      expect(believed.map(named).sort()).toEqual(
        known.flatMap(({ path, ops }) => ops.map((op) => `${path} ${op}`)).sort(),
      );
    },
    60_000,
  );
});
