import * as z from "zod";
import {
  type Coin,
  checkFunding,
  fundingDecimal,
  FUNDING_DAYS,
  fundingPayments,
  type FundingPayments,
  fundingRate,
  type FundingRate,
  HOUR_MS,
  milliseconds,
  newestTime,
  oldestFirst,
  PAYMENTS_FRESH_MS,
  PAYMENTS_STALE_MS,
  STATISTICS_FRESH_MS,
  STATISTICS_STALE_MS,
} from "../derivatives";
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
  return {
    value: { rate: lastFundingRate, nextMs: nextFundingTime, intervalH: null },
    asOf: new Date(time),
  };
}

export const binanceFunding = (coin: Coin): Source<FundingRate> => ({
  ...BINANCE,
  id: `binance.funding.${coin}`,
  address: binanceAddress("/fapi/v1/premiumIndex", { symbol: pair(coin) }),
  answer: jsonAnswer((answer) => reduceBinanceFunding(answer, pair(coin))),
  kept: fundingRate,
  freshMs: STATISTICS_FRESH_MS,
  staleMs: STATISTICS_STALE_MS,
});

const payment = (symbol: string) =>
  z.object({ symbol: z.literal(symbol), fundingTime: milliseconds, fundingRate: fundingDecimal });

export function reduceBinancePayments(answer: unknown, symbol: string): Reduced<FundingPayments> {
  const rows = binanceRows(payment(symbol), answer);
  const value = oldestFirst(rows.map((row): FundingPayments[number] => [row.fundingTime, row.fundingRate]));
  return { value, asOf: newestTime(value) };
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
  kept: fundingPayments,
  freshMs: PAYMENTS_FRESH_MS,
  staleMs: PAYMENTS_STALE_MS,
});
