import { json } from "../http/answer";
import { DAY, dayOf } from "../market/calendar";
import { priceAt } from "../market/prices";
import { spotCandles } from "../market/spot-candles";
import type { World } from "../world";
import { numberFrom, type Provider } from "./provider";

const PAIRS = [
  { key: "XXBTZUSD", names: ["XBTUSD", "XXBTZUSD", "XBT/USD", "BTC/USD"], symbol: "BTC-USD", digits: 1 },
  { key: "XETHZUSD", names: ["ETHUSD", "XETHZUSD", "ETH/USD"], symbol: "ETH-USD", digits: 2 },
  { key: "SOLUSD", names: ["SOLUSD", "SOL/USD"], symbol: "SOL-USD", digits: 2 },
  { key: "BNBUSD", names: ["BNBUSD", "BNB/USD"], symbol: "BNB-USD", digits: 2 },
] as const;
type Pair = (typeof PAIRS)[number];

function ticker({ random, now }: World, { key, symbol, digits }: Pair) {
  const at = now();
  // this venue trades up to 1 bp off the market
  const basis = 1 + (random.unit(`kraken ${key}`, at / 1000) - 0.5) * 2e-4;
  const price = (when: number) => priceAt(random, symbol, when) * basis;
  /** The tick has fewer digits than the five that are printed. */
  const print = (value: number) => Number(value.toFixed(digits)).toFixed(5);
  const midnight = dayOf(at);
  const path = (from: number) => Array.from({ length: 97 }, (_, i) => price(from + ((at - from) * i) / 96));
  const [today, day] = [path(midnight), path(at - DAY)];
  const share = (at - midnight) / DAY;
  const volume = 4_000 + random.unit("kraken volume", midnight / DAY) * 3_000;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    a: [print(price(at) + 10 ** -digits), "4", "4.000"],
    b: [print(price(at)), "15", "15.000"],
    c: [print(price(at)), "0.00013362"],
    v: [(volume * share).toFixed(8), volume.toFixed(8)],
    p: [print(mean(today)), print(mean(day))],
    t: [Math.floor(50_000 * share), 50_000],
    l: [print(Math.min(...today)), print(Math.min(...day))],
    h: [print(Math.max(...today)), print(Math.max(...day))],
    o: print(price(midnight)),
  };
}

const INTERVALS = [1, 5, 15, 30, 60, 240, 1_440, 10_080, 21_600];
const MOST_ROWS = 720;

/** `[time, open, high, low, close, vwap, volume, count]`, oldest first; never more than the newest 720. */
function ohlc(world: World, { key, symbol, digits }: Pair, search: URLSearchParams) {
  const minutes = numberFrom(search, "interval", 1);
  if (!INTERVALS.includes(minutes)) return { error: ["EGeneral:Invalid arguments"] };
  const step = minutes * 60_000;
  const now = world.now();
  const newest = Math.floor(now / step) * step;
  const since = numberFrom(search, "since", 0) * 1_000 + 1;
  const price = (at: number): number =>
    priceAt(world.random, symbol, at) * (1 + (world.random.unit(`kraken ${key}`, at / 1000) - 0.5) * 2e-4);
  const from = Math.max(since, newest - (MOST_ROWS - 1) * step);
  const rows = spotCandles(world, "kraken", price, step, from, newest).map((candle) => [
    candle.at / 1_000,
    ...[candle.open, candle.high, candle.low, candle.close, (candle.high + candle.low) / 2].map((one) =>
      one.toFixed(digits),
    ),
    candle.volume.toFixed(8),
    candle.trades,
  ]);
  return { error: [], result: { [key]: rows, last: (newest - step) / 1_000 } };
}

/** Kraken's ticker and OHLC: pairs are asked by one name and answered by another, in alphabetical order; an error is a 200. */
export const kraken: Provider = {
  hosts: ["api.kraken.com"],
  answer({ path, search }, world) {
    if (path !== "/0/public/Ticker" && path !== "/0/public/OHLC") return undefined;
    const asked = (search.get("pair") ?? "").split(",");
    const found = asked.map((name) => PAIRS.find(({ names }) => names.some((one) => one === name)));
    const pairs = found.filter((pair) => pair !== undefined);
    if (pairs.length < found.length) return json({ error: ["EQuery:Unknown asset pair"] });
    const [first] = pairs;
    if (path === "/0/public/OHLC" && first !== undefined) return json(ohlc(world, first, search));
    const result = pairs
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map((pair) => [pair.key, ticker(world, pair)] as const);
    return json({ error: [], result: Object.fromEntries(result) });
  },
};
