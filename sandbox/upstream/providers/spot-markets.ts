import { type Answer, json } from "../http/answer";
import { type SpotHour, spotHoursOf, spotTickers, type SpotVenue } from "../market/listed-coins";
import type { World } from "../world";
import { numberFrom, type Provider } from "./provider";

const MOST_HOURS = 300;

/** The hours of a coin that the venue trades; undefined for another. */
function hoursOf(world: World, venue: SpotVenue, ticker: string, limit: number): SpotHour[] | undefined {
  if (!spotTickers(world, venue).includes(ticker)) return undefined;
  return spotHoursOf(world, venue, ticker, Math.min(MOST_HOURS, limit));
}

const lastOf = (world: World, venue: SpotVenue, ticker: string): string =>
  (spotHoursOf(world, venue, ticker, 1)[0]?.close ?? 0).toPrecision(6);

function binance(path: string, search: URLSearchParams, world: World): Answer | undefined {
  if (path === "/api/v3/ticker/price")
    return json([
      ...spotTickers(world, "Binance").flatMap((ticker) =>
        ["USDT", "TRY", "BTC"]
          .filter((against) => against !== ticker)
          .map((against) => ({ symbol: `${ticker}${against}`, price: lastOf(world, "Binance", ticker) })),
      ),
      { symbol: "123456", price: "0.00030000" }, // it lists one that is no pair
    ]);
  if (path !== "/api/v3/klines") return undefined;
  const ticker = (search.get("symbol") ?? "").replace(/USDT$/, "");
  const rows = hoursOf(world, "Binance", ticker, numberFrom(search, "limit", 500));
  if (rows === undefined) return json({ code: -1121, msg: "Invalid symbol." }, 400);
  return json(
    rows.map(({ at, open, high, low, close, volume }) => [
      at,
      ...[open, high, low, close].map((price) => price.toFixed(8)),
      volume.toFixed(2),
      at + 3_600_000 - 1,
      (volume * close).toFixed(8),
      Math.ceil(volume / 300),
      (volume / 2).toFixed(2),
      ((volume * close) / 2).toFixed(8),
      "0",
    ]),
  );
}

/** Spot candles only: those of swaps are the other file's. */
function okx(path: string, search: URLSearchParams, world: World): Answer | undefined {
  if (path === "/api/v5/market/tickers" && search.get("instType") === "SPOT")
    return json({
      code: "0",
      msg: "",
      data: spotTickers(world, "OKX").flatMap((ticker) =>
        ["USDT", "USD"].map((against) =>
          okxTicker(`${ticker}-${against}`, lastOf(world, "OKX", ticker), world),
        ),
      ),
    });
  const instId = search.get("instId") ?? "";
  if (path !== "/api/v5/market/candles" || instId.endsWith("-SWAP")) return undefined;
  const rows = hoursOf(world, "OKX", instId.replace(/-USDT$/, ""), numberFrom(search, "limit", 100));
  if (rows === undefined) return json({ code: "51001", msg: "Instrument ID doesn't exist.", data: [] });
  return json({
    code: "0",
    msg: "",
    data: rows
      .toReversed()
      .map(({ at, open, high, low, close, volume, closed }) => [
        String(at),
        ...[open, high, low, close].map((price) => price.toPrecision(6)),
        volume.toFixed(2),
        (volume * close).toFixed(4),
        (volume * close).toFixed(4),
        closed ? "1" : "0",
      ]),
  });
}

/** As OKX answered on 2026-07-27 and 2026-08-22: every number in a string, the day's opens last. */
const okxTicker = (instId: string, last: string, world: World) => ({
  instType: "SPOT",
  instId,
  last,
  lastSz: "87.61588489",
  ...{ askPx: last, askSz: "58.9233146", bidPx: last, bidSz: "7289.11660123" },
  ...{ open24h: last, high24h: last, low24h: last },
  ...{ volCcy24h: "2557750.61131517111", vol24h: "1398101.93602604" },
  ts: String(world.now()),
  ...{ sodUtc0: last, sodUtc8: last },
});

/** Lists what it has taken off, too. */
const coinbase = (world: World): Answer =>
  json([
    ...spotTickers(world, "Coinbase").map((ticker) => product(ticker, "online")),
    product("GONE", "delisted"),
  ]);

/** As Coinbase answered on 2026-06-19. */
const product = (ticker: string, status: string) => ({
  id: `${ticker}-USD`,
  base_currency: ticker,
  quote_currency: "USD",
  ...{ quote_increment: "0.01", base_increment: "0.00000001", display_name: `${ticker}-USD` },
  ...{
    min_market_funds: "1",
    margin_enabled: false,
    post_only: false,
    limit_only: false,
    cancel_only: false,
  },
  status,
  status_message: "",
  trading_disabled: status !== "online",
  ...{ fx_stablecoin: false, max_slippage_percentage: "0.02000000", auction_mode: false },
  high_bid_limit_percentage: "",
});

/** As Upbit answered in August 2026: three members, whatever the market. */
const upbit = (world: World): Answer =>
  json(
    spotTickers(world, "Upbit").flatMap((ticker) =>
      ["KRW", "USDT"].map((against) => ({
        market: `${against}-${ticker}`,
        korean_name: ticker,
        english_name: ticker,
      })),
    ),
  );

/**
 * What four exchanges trade on their spot markets, and hours of it, in the forms that docs/providers.md names: OKX's
 * `market/tickers` and `market/candles`, Binance's `ticker/price` and `klines`, Coinbase's `products`, Upbit's `market/all`.
 */
export const spotMarkets: Provider = {
  hosts: ["data-api.binance.vision", "www.okx.com", "api.exchange.coinbase.com", "api.upbit.com"],
  answer({ host, path, search }, world) {
    if (host === "data-api.binance.vision") return binance(path, search, world);
    if (host === "www.okx.com") return okx(path, search, world);
    if (host === "api.exchange.coinbase.com") return path === "/products" ? coinbase(world) : undefined;
    return path === "/v1/market/all" ? upbit(world) : undefined;
  },
};
