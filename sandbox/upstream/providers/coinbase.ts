import { json } from "../http/answer";
import { DAY } from "../market/calendar";
import { priceAt } from "../market/prices";
import { spotCandles } from "../market/spot-candles";
import type { World } from "../world";
import type { Provider } from "./provider";

const PRODUCTS = ["BTC-USD", "ETH-USD", "SOL-USD", "BNB-USD"] as const;
type Product = (typeof PRODUCTS)[number];

/** This venue trades up to 1 bp off the market. */
function trade({ random }: World, product: Product, at: number): number {
  const basis = (random.unit(`coinbase ${product}`, at / 1000) - 0.5) * 2e-4;
  return priceAt(random, product, at) * (1 + basis);
}

const amount = (value: number): string => value.toFixed(8);

function ticker(world: World, product: Product) {
  const now = world.now();
  const price = trade(world, product, now);
  return {
    ask: (price + 0.01).toFixed(2),
    bid: price.toFixed(2),
    volume: amount(5_000 + world.random.unit("coinbase volume", now / DAY) * 4_000),
    trade_id: 900_000_000 + Math.floor(now / 1000) - 1_700_000_000,
    price: price.toFixed(2),
    size: amount(world.random.unit("coinbase size", now / 1000) / 10),
    // microseconds, as the exchange prints them
    time: new Date(now).toISOString().replace("Z", "123Z"),
    rfq_volume: (30 + world.random.unit("coinbase rfq", now / DAY) * 20).toFixed(6),
  };
}

function stats(world: World, product: Product) {
  const now = world.now();
  const path = Array.from({ length: 97 }, (_, i) =>
    priceAt(world.random, product, now - DAY + (i * DAY) / 96),
  );
  const last = trade(world, product, now);
  const volume = 5_000 + world.random.unit("coinbase volume", now / DAY) * 4_000;
  return {
    open: (path[0] ?? last).toFixed(2),
    high: Math.max(...path, last).toFixed(2),
    low: Math.min(...path, last).toFixed(2),
    last: last.toFixed(2),
    volume: amount(volume),
    volume_30day: amount(volume * 31.7),
    rfq_volume_24hour: (volume / 200).toFixed(6),
    rfq_volume_30day: (volume / 5).toFixed(6),
    conversions_volume_24hour: "0",
    conversions_volume_30day: "0",
  };
}

const GRANULARITIES = [60, 300, 900, 3_600, 21_600, 86_400];
const MOST_CANDLES = 300;

/** `[time, low, high, open, close, volume]`, newest first, as numbers; too long a stretch is refused. */
function candles(world: World, product: Product, search: URLSearchParams) {
  const seconds = Number(search.get("granularity") ?? 60);
  if (!GRANULARITIES.includes(seconds)) return json({ message: "Unsupported granularity" }, 400);
  const until = Date.parse(search.get("end") ?? "") || world.now();
  const from = Date.parse(search.get("start") ?? "") || until - (MOST_CANDLES - 1) * seconds * 1_000;
  if ((until - from) / 1_000 / seconds > MOST_CANDLES)
    return json(
      {
        message:
          "granularity too small for the requested time range. Count of aggregations requested exceeds 300",
      },
      400,
    );
  const found = spotCandles(
    world,
    "coinbase",
    (at) => trade(world, product, at),
    seconds * 1_000,
    from,
    until,
  );
  const cents = (price: number): number => Math.round(price * 100) / 100;
  const rows = found.map(({ at, open, high, low, close, volume }) => [
    at / 1_000,
    cents(low),
    cents(high),
    cents(open),
    cents(close),
    Math.round(volume * 1e8) / 1e8,
  ]);
  return json(rows.reverse());
}

/** Coinbase Exchange's public market data: every number of a ticker a string, every number of a candle a number. */
export const coinbase: Provider = {
  hosts: ["api.exchange.coinbase.com"],
  answer({ path, headers, search }, world) {
    const [, id, what] = /^\/products\/([^/]+)\/(ticker|stats|candles)$/.exec(path) ?? [];
    if (!what) return undefined;
    if (!headers["user-agent"]) return json({ message: "User-Agent header is required." }, 400);
    const product = PRODUCTS.find((one) => one === id);
    if (!product) return json({ message: "NotFound" }, 404);
    if (what === "candles") return candles(world, product, search);
    return json(what === "ticker" ? ticker(world, product) : stats(world, product));
  },
};
