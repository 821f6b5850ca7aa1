import { type Answer, json } from "../http/answer";
import { HOUR, MINUTE } from "../market/calendar";
import {
  fundingAt,
  intervalOf,
  isPerpCoin,
  longShort,
  openCoins,
  payments,
  perpBar,
  type PerpCoin,
  perpPrice,
  PERPS,
  type RatioKind,
  takerVolumes,
} from "../market/perps";
import type { World } from "../world";
import { numberFrom, type Provider } from "./provider";

const PERIODS: Readonly<Record<string, number>> = {
  "5m": 5 * MINUTE,
  "15m": 15 * MINUTE,
  "30m": 30 * MINUTE,
  "1h": HOUR,
  "4h": 4 * HOUR,
};

const RATIOS: Readonly<Record<string, RatioKind>> = {
  globalLongShortAccountRatio: "accounts",
  topLongShortAccountRatio: "top-accounts",
  topLongShortPositionRatio: "top-positions",
};

interface Asked {
  world: World;
  coin: PerpCoin;
  search: URLSearchParams;
}

const limitOf = (search: URLSearchParams, otherwise: number, most: number): number =>
  Math.min(most, Math.max(1, numberFrom(search, "limit", otherwise)));

/** Multiples of a period, oldest first, the newest `lag` periods behind the running one. */
function spans({ world }: Asked, step: number, count: number, lag: number): number[] {
  const newest = (Math.floor(world.now() / step) - lag) * step;
  return Array.from({ length: count }, (_, i) => newest - (count - 1 - i) * step);
}

function statistics(asked: Asked, what: string): Answer | undefined {
  const { world, coin, search } = asked;
  const step = PERIODS[search.get("period") ?? ""];
  if (step === undefined)
    return json({ code: -1130, msg: "Data sent for parameter 'period' is not valid." }, 400);
  const count = limitOf(search, 30, 500);
  const symbol = `${coin}USDT`;
  const { random } = world;
  const kind = Object.hasOwn(RATIOS, what) ? RATIOS[what] : undefined;
  if (kind !== undefined)
    return json(
      spans(asked, step, count, 0).map((timestamp) => {
        const ratio = longShort(random, "binance", coin, kind, timestamp);
        const long = ratio / (1 + ratio);
        return {
          symbol,
          longAccount: long.toFixed(4),
          longShortRatio: ratio.toFixed(4),
          shortAccount: (1 - long).toFixed(4),
          timestamp,
        };
      }),
    );
  if (what === "openInterestHist")
    return json(
      spans(asked, step, count, 0).map((timestamp) => {
        const coins = openCoins(random, "binance", coin, timestamp);
        return {
          symbol,
          sumOpenInterest: coins.toFixed(8),
          sumOpenInterestValue: (coins * perpPrice(random, "binance", coin, timestamp)).toFixed(14),
          CMCCirculatingSupply: "20064465.00000000",
          timestamp,
        };
      }),
    );
  if (what !== "takerlongshortRatio") return undefined;
  return json(
    spans(asked, step, count, 1).map((timestamp) => {
      const { bought, sold } = takerVolumes(random, "binance", coin, timestamp, timestamp + step);
      return {
        buySellRatio: (bought / sold).toFixed(4),
        sellVol: sold.toFixed(4),
        buyVol: bought.toFixed(4),
        timestamp,
      };
    }),
  );
}

function premiumIndex({ world, coin }: Asked): Answer {
  const now = world.now();
  const step = intervalOf("binance", coin);
  const price = perpPrice(world.random, "binance", coin, now);
  return json({
    symbol: `${coin}USDT`,
    markPrice: price.toFixed(8),
    indexPrice: (price * 1.0004).toFixed(8),
    estimatedSettlePrice: (price * 1.0006).toFixed(8),
    lastFundingRate: fundingAt(world.random, "binance", coin, now).toFixed(8),
    interestRate: "0.00010000",
    nextFundingTime: Math.floor(now / step) * step + step,
    time: now,
  });
}

/** Payments are a few milliseconds late. More than 1,000 rows are refused, with status 200. */
function fundingHistory({ world, coin, search }: Asked): Answer {
  const limit = numberFrom(search, "limit", 100);
  if (limit > 1_000)
    return json({
      status: "ERROR",
      type: "GENERAL",
      code: "99099990",
      errorData: "illegal params.",
      data: null,
      subData: null,
      params: null,
    });
  const start = numberFrom(search, "startTime", NaN);
  const all = payments("binance", coin, world.now() - 10, 1_000).reverse();
  const wanted = Number.isNaN(start) ? all.slice(-limit) : all.filter((at) => at >= start).slice(0, limit);
  return json(
    wanted.map((at) => ({
      symbol: `${coin}USDT`,
      fundingTime: at + world.random.integer(0, 9, "binance payment", at / HOUR),
      fundingRate: fundingAt(world.random, "binance", coin, at).toFixed(8),
      markPrice: perpPrice(world.random, "binance", coin, at).toFixed(8),
      rateType: "Regular",
    })),
  );
}

/** The last row is the bar that runs. */
function klines(asked: Asked): Answer {
  const { world, coin, search } = asked;
  const step = PERIODS[search.get("interval") ?? ""];
  if (step === undefined) return json({ code: -1120, msg: "Invalid interval." }, 400);
  const { digits } = PERPS[coin];
  return json(
    spans(asked, step, limitOf(search, 500, 1_500), 0).map((at) => {
      const bar = perpBar(world.random, "binance", coin, at, step, world.now());
      const coins = bar.bought + bar.sold;
      const middle = (bar.high + bar.low) / 2;
      return [
        at,
        ...[bar.open, bar.high, bar.low, bar.close].map((price) => price.toFixed(digits)),
        coins.toFixed(3),
        at + step - 1,
        (coins * middle).toFixed(5),
        Math.ceil(coins * 3),
        bar.bought.toFixed(3),
        (bar.bought * middle).toFixed(5),
        "0",
      ];
    }),
  );
}

/** Binance's USD-M futures: bare arrays, oldest row first. Whole countries are refused; that is a fault, 451. */
export const binanceFutures: Provider = {
  hosts: ["fapi.binance.com"],
  answer({ path, search }, world) {
    const [, group = "", what = ""] = /^\/(futures\/data|fapi\/v1)\/([A-Za-z]+)$/.exec(path) ?? [];
    if (what === "") return undefined;
    const coin = /^([A-Z]+)USDT$/.exec(search.get("symbol") ?? "")?.[1] ?? "";
    if (!isPerpCoin(coin)) return json({ code: -1121, msg: "Invalid symbol." }, 400);
    const asked = { world, coin, search };
    if (group === "futures/data") return statistics(asked, what);
    if (what === "premiumIndex") return premiumIndex(asked);
    if (what === "fundingRate") return fundingHistory(asked);
    return what === "klines" ? klines(asked) : undefined;
  },
};
