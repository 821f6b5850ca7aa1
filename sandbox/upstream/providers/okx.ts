import { type Answer, json } from "../http/answer";
import { DAY, HOUR, MINUTE } from "../market/calendar";
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

/** Periods and bars that both kinds of endpoint take. */
const PERIODS: Readonly<Record<string, number>> = {
  "5m": 5 * MINUTE,
  "15m": 15 * MINUTE,
  "30m": 30 * MINUTE,
  "1H": HOUR,
  "2H": 2 * HOUR,
  "4H": 4 * HOUR,
};

const RATIOS: Readonly<Record<string, RatioKind>> = {
  "long-short-account-ratio-contract": "accounts",
  "long-short-account-ratio-contract-top-trader": "top-accounts",
  "long-short-position-ratio-contract-top-trader": "top-positions",
};

/** Coins in a contract. */
const CONTRACT: Readonly<Record<PerpCoin, number>> = { BTC: 0.01, ETH: 0.1, BNB: 0.01, SOL: 1 };

const fine = (data: readonly unknown[]): Answer => json({ code: "0", msg: "", data });
/** A refusal is a 200 as well. */
const refusal = (code: string, msg: string): Answer => json({ code, msg, data: [] });

interface Asked {
  world: World;
  coin: PerpCoin;
  search: URLSearchParams;
  /** Length of a row's span, in ms. */
  step: number;
}

const rowsAsked = ({ search }: Asked, most: number): number =>
  Math.min(most, Math.max(1, numberFrom(search, "limit", 100)));

/** Openings of the newest spans, newest first; the first is still running. */
const spans = (asked: Asked, most: number): number[] => {
  const newest = Math.floor(asked.world.now() / asked.step) * asked.step;
  return Array.from({ length: rowsAsked(asked, most) }, (_, i) => newest - i * asked.step);
};

function candles(asked: Asked): Answer {
  const { world, coin, step } = asked;
  const { digits } = PERPS[coin];
  return fine(
    spans(asked, 300).map((at) => {
      const bar = perpBar(world.random, "okx", coin, at, step, world.now());
      const coins = bar.bought + bar.sold;
      return [
        String(at),
        ...[bar.open, bar.high, bar.low, bar.close].map((price) => price.toFixed(digits)),
        (coins / CONTRACT[coin]).toFixed(2),
        coins.toFixed(4),
        (coins * bar.close).toFixed(4),
        bar.closed ? "1" : "0",
      ];
    }),
  );
}

/** Sold stands before bought; the newest bucket holds what was traded so far. `unit` 2 is dollars, 0 coins. */
function takers(asked: Asked): Answer {
  const { world, coin, step, search } = asked;
  return fine(
    spans(asked, 100).map((at) => {
      const end = Math.min(world.now(), at + step);
      const { bought, sold } = takerVolumes(world.random, "okx", coin, at, end);
      const unit = search.get("unit");
      const each =
        unit === "2" ? perpPrice(world.random, "okx", coin, end) : unit === "0" ? 1 : 1 / CONTRACT[coin];
      return [String(at), (sold * each).toFixed(4), (bought * each).toFixed(4)];
    }),
  );
}

const ratios = (asked: Asked, kind: RatioKind): Answer =>
  fine(
    spans(asked, 100).map((at) => [
      String(at),
      longShort(asked.world.random, "okx", asked.coin, kind, at).toFixed(4),
    ]),
  );

function openInterest(asked: Asked): Answer {
  const { world, coin } = asked;
  return fine(
    spans(asked, 100).map((at) => {
      const coins = openCoins(world.random, "okx", coin, at);
      const usd = coins * perpPrice(world.random, "okx", coin, at);
      return [String(at), (coins / CONTRACT[coin]).toFixed(2), coins.toFixed(4), usd.toFixed(4)];
    }),
  );
}

function fundingRate({ world, coin }: Asked): Answer {
  const now = world.now();
  const step = intervalOf("okx", coin);
  const next = Math.floor(now / step) * step + step;
  return fine([
    {
      formulaType: "withRate",
      fundingRate: fundingAt(world.random, "okx", coin, now).toFixed(16),
      fundingTime: String(next),
      impactValue: "20000.0000000000000000",
      instId: `${coin}-USDT-SWAP`,
      instType: "SWAP",
      interestRate: "0.0001000000000000",
      maxFundingRate: "0.0150000000000000",
      method: "current_period",
      minFundingRate: "-0.0150000000000000",
      nextFundingRate: "",
      nextFundingTime: String(next + step),
      premium: "0.0000214513211283",
      prevFundingTime: String(next - step),
      settFundingRate: fundingAt(world.random, "okx", coin, next - step).toFixed(16),
      settState: "settled",
      ts: String(now),
    },
  ]);
}

/** `after` pages into the past: rows before that time. */
function fundingHistory(asked: Asked): Answer {
  const { world, coin, search } = asked;
  const after = numberFrom(search, "after", world.now() + 1);
  const until = Math.min(world.now(), after - 1);
  return fine(
    payments("okx", coin, until, rowsAsked(asked, 100))
      .filter((at) => at > world.now() - 90 * DAY)
      .map((at) => {
        const rate = fundingAt(world.random, "okx", coin, at).toFixed(16);
        return {
          formulaType: "withRate",
          fundingRate: rate,
          fundingTime: String(at),
          instId: `${coin}-USDT-SWAP`,
          instType: "SWAP",
          method: "current_period",
          realizedRate: rate,
        };
      }),
  );
}

const HISTORY = "/api/v5/rubik/stat/contracts/open-interest-history";
const ANSWERS: Readonly<Record<string, (asked: Asked) => Answer>> = {
  "/api/v5/market/candles": candles,
  "/api/v5/rubik/stat/taker-volume-contract": takers,
  [HISTORY]: openInterest,
  "/api/v5/public/funding-rate": fundingRate,
  "/api/v5/public/funding-rate-history": fundingHistory,
  ...Object.fromEntries(
    Object.entries(RATIOS).map(([name, kind]) => [
      `/api/v5/rubik/stat/contracts/${name}`,
      (asked: Asked) => ratios(asked, kind),
    ]),
  ),
};

/** OKX's public data of perpetual swaps: strings throughout, newest row first, refusals with status 200. */
export const okx: Provider = {
  hosts: ["www.okx.com"],
  answer({ path, search }, world) {
    const answer = Object.hasOwn(ANSWERS, path) ? ANSWERS[path] : undefined;
    if (answer === undefined) return undefined;
    const coin = /^([A-Z]+)-USDT-SWAP$/.exec(search.get("instId") ?? "")?.[1] ?? "";
    if (!isPerpCoin(coin))
      return refusal("51001", "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
    const step = PERIODS[search.get("bar") ?? search.get("period") ?? "5m"];
    if (step === undefined) return refusal("51000", "Parameter period error");
    return answer({ world, coin, search, step });
  },
};
