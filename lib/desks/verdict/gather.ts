import type { Signal } from "@/lib/catalog/intel/signals";
import type { Calendar } from "@/lib/sources/calendar";
import { coinbaseDaily, coinbaseDailyBefore } from "@/lib/sources/coinbase-candles";
import { type FearGreed, fearGreed } from "@/lib/sources/fear-greed";
import { fedCalendar } from "@/lib/sources/fed-calendar";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { fredVix } from "@/lib/sources/fred";
import { krakenDaily } from "@/lib/sources/kraken-ohlc";
import { llamaYields, type YieldPools } from "@/lib/sources/llama-yields";
import type { DailyCloses } from "@/lib/sources/price-history";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { treasuryMonth, treasuryMonthBefore, treasuryYear, type YieldCurve } from "@/lib/sources/treasury";
import { weekCalendar } from "@/lib/sources/week-calendar";
import { yahooVix } from "@/lib/sources/yahoo";
import { COIN_PRICES, settlePrice } from "../coin-prices";
import { refereedIndex } from "../referee";
import { gatherPositioning } from "../gather-positioning";
import { gatherTape } from "../gather-tape";
import type { CreatorView, CreatorViews } from "../creator-views";
import type { PerpReadings } from "../positioning";
import type { PositioningInputs } from "../positioning-venues";
import type { TapeReadings } from "../tape";
import { besidePrice } from "../tape-referee";
import type { TapeInputs } from "../tape-venues";

export interface VerdictInputs {
  tape: TapeInputs;
  positioning: PositioningInputs;
  fearGreed: Reading<FearGreed>;
  pools: Reading<YieldPools>;
  /** Sources that were asked for the same thing, in order of preference. */
  curve: readonly Reading<YieldCurve>[];
  vix: readonly Reading<Quote>[];
  price: readonly Reading<Quote>[];
  calendars: readonly Reading<Calendar>[];
  /** Closes of the days before: the newer stretch, then the older one. */
  closes: readonly (readonly Reading<DailyCloses>[])[];
  /** Published views of creators; null when they weren't wanted or could not be read. */
  creators: readonly CreatorView[] | null;
  proven: ReadonlySet<Signal>;
}

/** What the desk knows besides sources; a test hands in its own. */
export interface VerdictTools {
  /** Published views of creators. */
  creators: CreatorViews;
  /** Signals whose record lifts the cap on confidence. */
  proven: (now: Date) => Promise<ReadonlySet<Signal>>;
}

/**
 * All at once. The price is waited for when it is past its minute: the verdict will be measured by it a day later.
 */
export async function gatherVerdict(
  { creators, proven }: VerdictTools,
  read: ReadSources,
  context: ReadContext,
  input: { includeInsider: boolean },
): Promise<VerdictInputs> {
  const { now } = context;
  const [tape, positioning, price, others, views, signals] = await Promise.all([
    gatherTape(read, context, ["BTC"], ["1h"]),
    gatherPositioning(read, context, ["BTC"]),
    read({ BTC: COIN_PRICES.BTC, krakenBtc: COIN_PRICES.krakenBtc }, { ...context, stale: "wait" }),
    read(
      {
        fearGreed,
        pools: llamaYields,
        curve: [treasuryYear, treasuryMonth, treasuryMonthBefore],
        ...{ vix: yahooVix, fredVix },
        fed: fedCalendar,
        week: weekCalendar,
        newer: [coinbaseDaily, krakenDaily],
        older: [coinbaseDailyBefore, krakenDaily],
      },
      context,
    ),
    input.includeInsider ? creators(now) : null,
    proven(now),
  ]);
  const { fed, week, newer, older, vix, fredVix: vixCloses, ...rest } = others;
  const settled = await settlePrice(read, context, "BTC", [price.BTC, price.krakenBtc]);
  return {
    ...rest,
    vix: refereedIndex("VIX", vix, vixCloses),
    tape: { BTC: (tape.BTC ?? []).map((venue) => framesBeside(venue, settled)) },
    positioning: { BTC: (positioning.BTC ?? []).map((venue) => barsBeside(venue, settled)) },
    price: settled,
    calendars: [fed, week],
    closes: [newer, older],
    creators: views,
    proven: signals,
  };
}

const framesBeside = (venue: TapeReadings, price: readonly Reading<Quote>[]): TapeReadings => ({
  ...venue,
  frames: venue.frames.map((frame) => ({ ...frame, candles: besidePrice(frame.candles, price) })),
});

const barsBeside = (venue: PerpReadings, price: readonly Reading<Quote>[]): PerpReadings => ({
  ...venue,
  candles: venue.candles === null ? null : besidePrice(venue.candles, price),
});
