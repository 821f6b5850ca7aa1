import { POSITIONING_SYMBOLS, type PositioningSymbol } from "@/lib/catalog/intel/perps";
import { binanceCandles } from "@/lib/sources/binance/candles";
import { binanceFunding, binancePayments } from "@/lib/sources/binance/funding";
import { binanceOpenInterest, binanceRatios, binanceTaker } from "@/lib/sources/binance/statistics";
import { FUNDING_DAYS } from "@/lib/sources/derivatives";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import { readGroups } from "@/lib/sources/fetcher/read-groups";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { hyperliquidPayments, hyperliquidPerps } from "@/lib/sources/hyperliquid";
import { okxCandles } from "@/lib/sources/okx/candles";
import { okxFunding, OKX_PAYMENTS_PAGE, okxPayments } from "@/lib/sources/okx/funding";
import { okxOpenInterest, okxRatios, okxTaker } from "@/lib/sources/okx/statistics";
import { settleFunding } from "./funding-referee";
import { fundingOf, openInterestOf } from "./hyperliquid-perp";
import type { PerpReadings } from "./positioning";
import { hasPositionScore, type PositioningInputs } from "./positioning-venues";

/**
 * Reads OKX for all symbols; for those that it leaves without a score Binance, and then Hyperliquid, which knows funding
 * and open interest only. Every venue is read whole, so that no record mixes two.
 */
export async function gatherPositioning(
  read: ReadSources,
  context: ReadContext,
  symbols: readonly PositioningSymbol[],
): Promise<PositioningInputs> {
  const quick = { ...context, retrySlow: false };
  const scoreless = (found: Venue, of: readonly PositioningSymbol[]): PositioningSymbol[] =>
    of.filter((symbol) => {
      const readings = found[symbol];
      return readings === undefined || !hasPositionScore(symbol, readings, context.now);
    });

  const first = await readOkx(read, quick, symbols);
  const lacking = scoreless(first, symbols);
  const [okx, binance] = await Promise.all([
    withMorePayments(read, quick, symbols, first),
    readBinance(read, quick, lacking),
  ]);
  // with all its payments OKX may have a score after all
  const left = scoreless(binance, scoreless(okx, lacking));
  const hyperliquid = await readHyperliquid(read, context, left);
  const venues = each(symbols, (symbol) =>
    [okx[symbol], binance[symbol], hyperliquid[symbol]].filter((readings) => readings !== undefined),
  );
  return settleFunding(read, context, venues);
}

type Venue = Partial<Record<PositioningSymbol, PerpReadings>>;

/** A record of what `make` gives for each symbol that it gives anything for. */
function each<T>(
  symbols: readonly PositioningSymbol[],
  make: (symbol: PositioningSymbol) => T | undefined,
): Partial<Record<PositioningSymbol, T>> {
  const made: Partial<Record<PositioningSymbol, T>> = {};
  for (const symbol of symbols) {
    const one = make(symbol);
    if (one !== undefined) made[symbol] = one;
  }
  return made;
}

const OKX = each(POSITIONING_SYMBOLS, (coin) => ({
  accounts: okxRatios("accounts", coin),
  topAccounts: okxRatios("top-accounts", coin),
  topPositions: okxRatios("top-positions", coin),
  taker: okxTaker(coin, "5m"),
  openInterest: okxOpenInterest(coin),
  candles: okxCandles(coin, "1h"),
  funding: okxFunding(coin),
  payments: okxPayments(coin),
}));

async function readOkx(
  read: ReadSources,
  context: ReadContext,
  symbols: readonly PositioningSymbol[],
): Promise<Venue> {
  const groups = each(symbols, (coin) => OKX[coin]);
  const found = await readGroups(read, groups, context);
  return each(symbols, (symbol) => {
    const readings = found[symbol];
    return readings && { venue: "OKX", ...readings, payments: [readings.payments] };
  });
}

/** Pages that an hourly swap needs. */
const MAX_PAGES = 8;

/** A swap that pays more often than every 8 hours needs more than one page to reach 30 days back. */
async function withMorePayments(
  read: ReadSources,
  context: ReadContext,
  symbols: readonly PositioningSymbol[],
  okx: Venue,
): Promise<Venue> {
  const groups = each(symbols, (coin) => {
    const readings = okx[coin];
    const intervalH = readings?.funding.value?.intervalH ?? null;
    if (intervalH === null || !readings?.payments[0]?.value) return undefined;
    const pages = Math.min(MAX_PAGES, Math.ceil((FUNDING_DAYS * 24) / intervalH / (OKX_PAYMENTS_PAGE - 1)));
    const numbers = Array.from({ length: pages - 1 }, (_, i) => i + 2);
    return Object.fromEntries(
      numbers.map((number) => [String(number), okxPayments(coin, { intervalH, number })]),
    );
  });
  const more = await readGroups(read, groups, context);
  return each(symbols, (symbol) => {
    const readings = okx[symbol];
    return (
      readings && { ...readings, payments: [...readings.payments, ...Object.values(more[symbol] ?? {})] }
    );
  });
}

const BINANCE = each(POSITIONING_SYMBOLS, (coin) => ({
  accounts: binanceRatios("accounts", coin),
  topAccounts: binanceRatios("top-accounts", coin),
  topPositions: binanceRatios("top-positions", coin),
  taker: binanceTaker(coin),
  openInterest: binanceOpenInterest(coin),
  candles: binanceCandles(coin, "1h"),
  funding: binanceFunding(coin),
  payments: binancePayments(coin),
}));

async function readBinance(
  read: ReadSources,
  context: ReadContext,
  symbols: readonly PositioningSymbol[],
): Promise<Venue> {
  const groups = each(symbols, (coin) => BINANCE[coin]);
  const found = await readGroups(read, groups, context);
  return each(symbols, (symbol) => {
    const readings = found[symbol];
    return readings && { venue: "Binance", ...readings, payments: [readings.payments] };
  });
}

async function readHyperliquid(
  read: ReadSources,
  context: ReadContext,
  symbols: readonly PositioningSymbol[],
): Promise<Venue> {
  const groups = each(symbols, (coin) => ({
    perps: hyperliquidPerps,
    older: hyperliquidPayments(coin, 1),
    newer: hyperliquidPayments(coin, 2),
  }));
  const found = await readGroups(read, groups, context);
  return each(symbols, (symbol) => {
    const readings = found[symbol];
    return (
      readings && {
        venue: "Hyperliquid",
        accounts: null,
        topAccounts: null,
        topPositions: null,
        taker: null,
        candles: null,
        openInterest: openInterestOf(readings.perps, symbol),
        funding: fundingOf(readings.perps, symbol),
        payments: [readings.older, readings.newer],
      }
    );
  });
}
