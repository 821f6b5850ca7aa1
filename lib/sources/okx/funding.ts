import * as z from "zod";
import {
  type Coin,
  believedFunding,
  checkFunding,
  decimal,
  fundingDecimal,
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
import { jsonAnswer } from "../fetcher/answer";
import { type Reduced, type Source, SourceError } from "../source";
import { instrument, OKX, okxAddress, okxRows } from "./okx";

/** A time that may be left out; 0 where one is given that can't be read. */
const told = z
  .union([z.literal("").transform(() => null), milliseconds])
  .nullish()
  .catch(0);

const nowRow = (instId: string) =>
  z.object({
    instId: z.literal(instId),
    fundingRate: fundingDecimal,
    minFundingRate: decimal.nullish().catch(null),
    maxFundingRate: decimal.nullish().catch(null),
    /** When the running period is paid. */
    fundingTime: milliseconds,
    /** When the one after is paid: the distance is the interval, which is not always 8 hours. */
    nextFundingTime: told,
    ts: told,
  });

/** `/public/funding-rate`: the running period's rate. */
export function reduceOkxFunding(answer: unknown, instId: string): Reduced<FundingRate> {
  const [row] = okxRows(nowRow(instId), answer);
  if (row === undefined) throw new SourceError("suspect_empty", "no rate in the answer");
  const { nextFundingTime: after = null } = row;
  const hours = after === null ? 0 : (after - row.fundingTime) / HOUR_MS;
  const known = Number.isInteger(hours) && hours >= 1 && 24 % hours === 0;
  checkFunding(row.fundingRate, known ? hours : null, row.minFundingRate ?? null, row.maxFundingRate ?? null);
  const odd: Doubt[] =
    known || after === null
      ? []
      : [
          {
            path: "hours between payments",
            rule: "bound",
            scope: "field",
            got: hours,
            want: "they divide a day",
          },
        ];
  const value = { rate: row.fundingRate, nextMs: row.fundingTime, intervalH: known ? hours : null };
  return believedFunding(value, row.ts ? new Date(row.ts) : null, row.ts || null, odd);
}

export const okxFunding = (coin: Coin): Source<FundingRate> => ({
  ...OKX,
  id: `okx.funding.${coin}`,
  address: okxAddress("/public/funding-rate", { instId: instrument(coin) }),
  answer: jsonAnswer((answer) => reduceOkxFunding(answer, instrument(coin))),
  ...fundingKept,
});

const paidRow = (instId: string) =>
  z.object({
    instId: z.literal(instId),
    fundingTime: milliseconds,
    fundingRate: fundingDecimal,
    /** What was really paid; empty in old rows. */
    realizedRate: fundingDecimal.nullish().catch(null),
  });

export function reduceOkxPayments(answer: unknown, instId: string): Reduced<FundingPayments> {
  const doubts: Doubt[] = [];
  const rows = okxRows(paidRow(instId), answer, doubts);
  const value = oldestFirst(
    rows.map((row): FundingPayments[number] => [row.fundingTime, row.realizedRate ?? row.fundingRate]),
  );
  return { value, asOf: newestTime(value), doubts };
}

/** Rows that one page has. */
export const OKX_PAYMENTS_PAGE = 100;

/**
 * Past payments, 100 a page: 33 days of a swap that pays every 8 hours, and 4 of one that pays every hour. Further
 * pages therefore depend on the interval; their edges are multiples of it, so that all calls within an interval ask
 * for the same.
 */
export function okxPayments(
  coin: Coin,
  page?: { intervalH: number; number: number },
): Source<FundingPayments> {
  const query = { instId: instrument(coin), limit: String(OKX_PAYMENTS_PAGE) };
  const id = `okx.funding-payments.${coin}`;
  return {
    ...OKX,
    id: page === undefined ? id : `${id}.${page.intervalH}h.${page.number}`,
    address: (now) => {
      if (page === undefined) return okxAddress("/public/funding-rate-history", query)();
      const step = page.intervalH * HOUR_MS;
      // one more than the page before could have reached: rows that both have stand once
      const after =
        (Math.floor(now.getTime() / step) + 1 - (page.number - 1) * (OKX_PAYMENTS_PAGE - 1)) * step;
      return okxAddress("/public/funding-rate-history", { ...query, after: String(after) })();
    },
    answer: jsonAnswer((answer) => reduceOkxPayments(answer, instrument(coin))),
    ...paymentsKept,
  };
}
