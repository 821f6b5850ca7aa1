import * as z from "zod";
import {
  type Coin,
  COINS,
  DUE_STATISTICS,
  fundingDecimal,
  FUNDING_DAYS,
  type FundingPayments,
  HOUR_MS,
  isSettling,
  milliseconds,
  newestTime,
  oldestFirst,
  paymentsKept,
  positiveDecimal,
  STATISTICS_FRESH_MS,
  STATISTICS_STALE_MS,
} from "./derivatives";
import { limits } from "../curated/plausibility";
import type { Doubt } from "./doubt";
import { accept, acceptRows, jsonAnswer } from "./fetcher/answer";
import { type Address, type Reduced, type Source, SourceError } from "./source";

/**
 * Hyperliquid's info endpoint: everything is a POST to one address, numbers are strings. Funding is paid every hour and
 * its rate is an hour's; open interest is in coins. It publishes no ratios of accounts or positions.
 */
const HYPERLIQUID = { version: 2, provider: "Hyperliquid" } as const;
const ask =
  (body: (now: Date) => object) =>
  (now: Date): Address => ({
    host: "api.hyperliquid.xyz",
    path: "/info",
    body: JSON.stringify(body(now)),
  });

/** What a doubt on a coin is about, behind its name. */
export const MARK_PRICE = " mark price";
export const OPEN_INTEREST = " open interest";
export const FUNDING = " funding";

const perp = z.object({
  /** An hour's rate, as a fraction; null when it can't be believed. */
  fundingRate: z.number().nullable(),
  openInterestCoins: z.number().positive(),
  markPrice: z.number().positive(),
});
/** By coin; without those that are not listed. */
const perps = z.partialRecord(z.enum(COINS), perp);
export type Perps = z.infer<typeof perps>;

/** Two arrays side by side: what a perpetual is, and how it stands. */
const metaAndContexts = z.tuple([z.object({ universe: z.array(z.unknown()) }), z.array(z.unknown())]);
const listed = z.object({ name: z.string(), isDelisted: z.boolean().optional() });
const context = z.object({
  funding: fundingDecimal,
  openInterest: positiveDecimal,
  markPx: positiveDecimal,
  oraclePx: positiveDecimal.nullish(),
});

export function reducePerps(answer: unknown): Reduced<Perps> {
  const [{ universe }, contexts] = accept(metaAndContexts, answer);
  if (universe.length !== contexts.length)
    throw new SourceError("schema", "as many contexts as perpetuals expected");
  const value: Perps = {};
  const doubts: Doubt[] = [];
  for (const [i, one] of universe.entries()) {
    const about = listed.safeParse(one);
    const coin = COINS.find((name) => about.success && about.data.name === name);
    if (coin === undefined || about.data?.isDelisted === true) continue;
    const stands = context.safeParse(contexts[i]);
    if (!stands.success) {
      doubts.push(unreadable(coin)); // one coin's oddness is not the others'
      continue;
    }
    const { funding, openInterest, markPx, oraclePx } = stands.data;
    const off = markDoubt(coin, markPx, oraclePx ?? null);
    if (off !== null) {
      doubts.push(off);
      continue;
    }
    const isCapped = Math.abs(funding) <= limits.hourlyFundingCap;
    if (!isCapped) doubts.push(fundingDoubt(coin, funding));
    value[coin] = {
      fundingRate: isCapped ? funding : null,
      openInterestCoins: openInterest,
      markPrice: markPx,
    };
  }
  if (Object.keys(value).length === 0 && doubts.length > 0)
    throw new SourceError("implausible", "no coin's mark price can be believed");
  if (Object.keys(value).length === 0)
    throw new SourceError("suspect_empty", "none of the coins is listed, or can be read");
  return { value, asOf: null, doubts };
}

/** What speaks against a coin's mark price: its bounds, and the oracle beside it. */
function markDoubt(coin: Coin, got: number, oracle: number | null): Doubt | null {
  const { least, most } = limits.bounds[coin];
  const off = oracle !== null && Math.abs(got / oracle - 1) > limits.agree.oracle.apart;
  if (got >= least && got <= most && !off) return null;
  const want = off ? `its own oracle says ${oracle}` : `outside ${least} to ${most}`;
  return { path: `${coin}${MARK_PRICE}`, rule: off ? "identity" : "bound", scope: "row", got, want };
}

const unreadable = (coin: Coin): Doubt => ({
  ...{ path: `${coin} perpetual`, rule: "bound", scope: "row", got: null, want: "its figures can't be read" },
});

/** Funding is paid at every full hour. */
export const nextHour = (atMs: number): number => (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS;

const fundingDoubt = (coin: Coin, got: number): Doubt => ({
  ...{ path: `${coin}${FUNDING} an hour`, rule: "bound", scope: "field", got },
  want: `its cap is ${limits.hourlyFundingCap}`,
});

export const hyperliquidPerps: Source<Perps> = {
  ...HYPERLIQUID,
  id: "hyperliquid.perps",
  address: ask(() => ({ type: "metaAndAssetCtxs" })),
  answer: jsonAnswer(reducePerps),
  kept: perps,
  baseline: (value, asOfMs) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([coin, { openInterestCoins, fundingRate }]) => {
        const next = nextHour(asOfMs);
        const settling = fundingRate !== null && isSettling(next, 1, asOfMs);
        return [
          [`${coin}${OPEN_INTEREST}`, openInterestCoins],
          ...(settling ? [[`${coin}${FUNDING} to ${new Date(next).toISOString()}`, fundingRate]] : []),
        ];
      }),
    ),
  steps: (figure) =>
    figure.endsWith(OPEN_INTEREST) ? limits.steps.openInterest : limits.steps.hourlyFunding,
  freshMs: STATISTICS_FRESH_MS,
  staleMs: STATISTICS_STALE_MS,
  due: DUE_STATISTICS,
  maxBytes: 2_000_000,
};

const payment = (coin: Coin) =>
  z.object({ coin: z.literal(coin), fundingRate: fundingDecimal, time: milliseconds });

export function reduceHourlyPayments(answer: unknown, coin: Coin): Reduced<FundingPayments> {
  const rows = accept(z.array(z.unknown()), answer);
  if (rows.length === 0) throw new SourceError("suspect_empty", "no payments in the answer");
  const doubts: Doubt[] = [];
  const value = oldestFirst(
    acceptRows(payment(coin), rows, doubts).map((row): FundingPayments[number] => [
      row.time,
      row.fundingRate,
    ]),
  );
  return { value, asOf: newestTime(value), doubts };
}

/** Rows that one answer has at most. */
const PAGE = 500;

/** Past payments from 30 days ago on, oldest first; an answer ends after 500, so there is a second page. */
export const hyperliquidPayments = (coin: Coin, page: 1 | 2): Source<FundingPayments> => ({
  ...HYPERLIQUID,
  id: `hyperliquid.funding-payments.${coin}.${page}`,
  address: ask((now) => ({
    type: "fundingHistory",
    coin,
    startTime: Math.floor(now.getTime() / HOUR_MS - FUNDING_DAYS * 24 + (page - 1) * PAGE) * HOUR_MS,
  })),
  answer: jsonAnswer((answer) => reduceHourlyPayments(answer, coin)),
  ...paymentsKept,
  maxBytes: 500_000,
});
