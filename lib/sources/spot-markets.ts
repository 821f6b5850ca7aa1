import * as z from "zod";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { okxAddress, okxRows } from "./okx/okx";
import { type Address, type Reduced, type Source, SourceError } from "./source";

/** The currencies against which an exchange trades each coin now, by the coin's ticker in capitals. */
const spotMarkets = z.record(z.string(), z.array(z.string()));
export type SpotMarkets = z.infer<typeof spotMarkets>;

/** What a ticker may be made of: it goes into addresses. Some are words of other scripts. */
const TICKER = /^[\p{L}\p{N}$]{1,20}$/u;

function marketsOf(pairs: Iterable<readonly [coin: string, against: string]>): Reduced<SpotMarkets> {
  const found = new Map<string, string[]>();
  for (const [coin, against] of pairs) {
    const ticker = coin.toUpperCase();
    if (!TICKER.test(ticker)) continue;
    const known = found.get(ticker) ?? [];
    if (!known.includes(against)) found.set(ticker, [...known, against]);
  }
  if (found.size === 0) throw new SourceError("suspect_empty", "no market");
  return { value: Object.fromEntries(found), asOf: null };
}

const okxTicker = z.object({ instId: z.string() });

export const reduceOkxSpot = (answer: unknown): Reduced<SpotMarkets> =>
  marketsOf(
    okxRows(okxTicker, answer).map(({ instId }) => {
      const [coin = "", against = ""] = instId.split("-");
      return [coin, against] as const;
    }),
  );

const coinbaseProduct = z.object({
  base_currency: z.string(),
  quote_currency: z.string(),
  status: z.string(),
  trading_disabled: z.boolean().nullish(),
});

/** Coinbase lists what it has taken off, too: by its status, or with trading disabled. */
export const reduceCoinbaseSpot = (answer: unknown): Reduced<SpotMarkets> =>
  marketsOf(
    acceptRows(coinbaseProduct, accept(z.array(z.unknown()), answer))
      .filter(({ status, trading_disabled }) => status === "online" && trading_disabled !== true)
      .map(({ base_currency, quote_currency }) => [base_currency, quote_currency] as const),
  );

const binancePrice = z.object({ symbol: z.string() });
/** Binance writes a pair as one word; the longest of these that ends it is what it trades against. */
const BINANCE_PAIR = /^(.+?)(USDT|USDC|FDUSD|TUSD|EURI|EUR|TRY|BRL|JPY|BTC|ETH|BNB)$/u;

export const reduceBinanceSpot = (answer: unknown): Reduced<SpotMarkets> =>
  marketsOf(
    acceptRows(binancePrice, accept(z.array(z.unknown()), answer)).flatMap(({ symbol }) => {
      const [, coin, against] = BINANCE_PAIR.exec(symbol) ?? [];
      return coin === undefined || against === undefined ? [] : [[coin, against] as const];
    }),
  );

const upbitMarket = z.object({ market: z.string() });

/** `KRW-BTC`: what it trades against stands first. */
export const reduceUpbitSpot = (answer: unknown): Reduced<SpotMarkets> =>
  marketsOf(
    acceptRows(upbitMarket, accept(z.array(z.unknown()), answer)).map(({ market }) => {
      const [against = "", coin = ""] = market.split("-");
      return [coin, against] as const;
    }),
  );

const spotSource = (
  id: string,
  provider: string,
  address: () => Address,
  reduce: (answer: unknown) => Reduced<SpotMarkets>,
): Source<SpotMarkets> => ({
  ...{ id, provider, address, version: 1 },
  answer: jsonAnswer(reduce),
  kept: spotMarkets,
  freshMs: 10 * 60_000,
  staleMs: 6 * 3_600_000,
  maxBytes: 3_000_000,
});

/** Binance's market data that is served to every country. */
export const BINANCE_DATA_HOST = "data-api.binance.vision";

/** Where each exchange lists what it trades; all of it is spot. */
export const SPOT_MARKETS = {
  Binance: spotSource(
    "binance.spot",
    "Binance",
    () => ({ host: BINANCE_DATA_HOST, path: "/api/v3/ticker/price", query: { symbolStatus: "TRADING" } }),
    reduceBinanceSpot,
  ),
  OKX: spotSource("okx.spot", "OKX", okxAddress("/market/tickers", { instType: "SPOT" }), reduceOkxSpot),
  Upbit: spotSource(
    "upbit.spot",
    "Upbit",
    () => ({ host: "api.upbit.com", path: "/v1/market/all" }),
    reduceUpbitSpot,
  ),
  Coinbase: spotSource(
    "coinbase.spot",
    "Coinbase",
    () => ({ host: "api.exchange.coinbase.com", path: "/products" }),
    reduceCoinbaseSpot,
  ),
} as const;
export type SpotExchange = keyof typeof SPOT_MARKETS;
