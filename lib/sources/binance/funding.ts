import * as z from "zod";
import {
  type Coin,
  believedFunding,
  checkFunding,
  fundingDecimal,
  FUNDING_DAYS,
  fundingKept,
  type FundingPayments,
  type FundingRate,
  HOUR_MS,
  milliseconds,
  newestTime,
  oldestFirst,
  paymentsKept,
} from "../derivatives";
import type { Doubt } from "../doubt";
import { accept, jsonAnswer } from "../fetcher/answer";
import type { Reduced, Source } from "../source";
import { BINANCE, binanceAddress, binanceRows, pair, refuseRefusals } from "./binance";

const index = (symbol: string) =>
  z.object({
    symbol: z.literal(symbol),
    lastFundingRate: fundingDecimal,
    nextFundingTime: milliseconds,
    time: milliseconds,
  });

/** `/fapi/v1/premiumIndex`: `lastFundingRate` is the running period's; the interval shows only in past payments. */
export function reduceBinanceFunding(answer: unknown, symbol: string): Reduced<FundingRate> {
  refuseRefusals(answer);
  const { lastFundingRate, nextFundingTime, time } = accept(index(symbol), answer);
  checkFunding(lastFundingRate, null, null, null);
  const value = { rate: lastFundingRate, nextMs: nextFundingTime, intervalH: null };
  return believedFunding(value, new Date(time), time);
}

export const binanceFunding = (coin: Coin): Source<FundingRate> => ({
  ...BINANCE,
  id: `binance.funding.${coin}`,
  address: binanceAddress("/fapi/v1/premiumIndex", { symbol: pair(coin) }),
  answer: jsonAnswer((answer) => reduceBinanceFunding(answer, pair(coin))),
  ...fundingKept,
});

const payment = (symbol: string) =>
  z.object({ symbol: z.literal(symbol), fundingTime: milliseconds, fundingRate: fundingDecimal });

export function reduceBinancePayments(answer: unknown, symbol: string): Reduced<FundingPayments> {
  const doubts: Doubt[] = [];
  const rows = binanceRows(payment(symbol), answer, doubts);
  const value = oldestFirst(rows.map((row): FundingPayments[number] => [row.fundingTime, row.fundingRate]));
  return { value, asOf: newestTime(value), doubts };
}

/** The payments of 30 days, hourly ones too: 1,000 are the most that may be asked for. */
export const binancePayments = (coin: Coin): Source<FundingPayments> => ({
  ...BINANCE,
  id: `binance.funding-payments.${coin}`,
  address: (now) => {
    const startTime = Math.floor(now.getTime() / HOUR_MS - FUNDING_DAYS * 24) * HOUR_MS;
    const query = { symbol: pair(coin), startTime: String(startTime), limit: "1000" };
    return binanceAddress("/fapi/v1/fundingRate", query)();
  },
  answer: jsonAnswer((answer) => reduceBinancePayments(answer, pair(coin))),
  ...paymentsKept,
});
