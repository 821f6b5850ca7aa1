import type { Calendar } from "@/lib/sources/calendar";
import { coinbaseBtcDay, coinbaseEthDay, type DayOpen } from "@/lib/sources/coinbase";
import { type FearGreed, fearGreed } from "@/lib/sources/fear-greed";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import type { Feed } from "@/lib/sources/feeds";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { fredSpx, fredVix } from "@/lib/sources/fred";
import { type FredMonths, fredReleases } from "@/lib/sources/fred-releases";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { treasuryMonth, treasuryMonthBefore, treasuryYear, type YieldCurve } from "@/lib/sources/treasury";
import { weekCalendar } from "@/lib/sources/week-calendar";
import { yahooDxy, yahooGold, yahooSpx, yahooVix } from "@/lib/sources/yahoo";
import { COIN_PRICES, settlePrice } from "../coin-prices";
import { FEEDS } from "../headlines";
import { refereedIndex, unlessJumped } from "../referee";
import type { MarkSymbol } from "./vocabulary";

export interface MacroInputs {
  /** For each mark, the sources that were asked, in order of preference. */
  marks: Readonly<Record<MarkSymbol, readonly Reading<Quote>[]>>;
  /** What BTC and ETH stood at 24 hours before, on the exchange that is asked first. */
  dayOpen: Readonly<{ BTC: Reading<DayOpen>; ETH: Reading<DayOpen> }>;
  fearGreed: Reading<FearGreed>;
  /** The sources of the curve that were asked, in order of preference. */
  yields: readonly Reading<YieldCurve>[];
  fedCalendar: Reading<Calendar>;
  weekCalendar: Reading<Calendar>;
  /** What came out of the releases. */
  figures: Reading<FredMonths>;
  feeds: readonly Reading<Feed>[];
}

/** All in one read, and another where the prices of a coin contradict each other. DXY and gold have no second source: FRED's dollar index is another one, and it has no gold. */
export async function gatherMacro(read: ReadSources, context: ReadContext): Promise<MacroInputs> {
  const got = await read(
    {
      ...{ SPX: yahooSpx, fredSpx, VIX: yahooVix, fredVix, DXY: yahooDxy, GOLD: yahooGold },
      ...COIN_PRICES,
      btcDay: coinbaseBtcDay,
      ethDay: coinbaseEthDay,
      fearGreed,
      yields: [treasuryYear, treasuryMonth, treasuryMonthBefore],
      fedCalendar,
      weekCalendar,
      figures: fredReleases,
      ...FEEDS,
    },
    context,
  );
  const [BTC, ETH] = await Promise.all([
    settlePrice(read, context, "BTC", [got.BTC, got.krakenBtc]),
    settlePrice(read, context, "ETH", [got.ETH, got.krakenEth]),
  ]);
  return {
    marks: {
      SPX: refereedIndex("SPX", got.SPX, got.fredSpx),
      VIX: refereedIndex("VIX", got.VIX, got.fredVix),
      DXY: [unlessJumped(got.DXY, "DXY")],
      GOLD: [unlessJumped(got.GOLD, "GOLD")],
      ...{ BTC, ETH },
    },
    dayOpen: { BTC: got.btcDay, ETH: got.ethDay },
    fearGreed: got.fearGreed,
    yields: got.yields,
    fedCalendar: got.fedCalendar,
    weekCalendar: got.weekCalendar,
    figures: got.figures,
    feeds: [got.coindesk, got.cointelegraph, got.decrypt, got.theBlock, got.fedPress, got.fedMonetary],
  };
}
