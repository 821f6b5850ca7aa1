import type { PositioningRecord } from "@/lib/catalog/intel/answers/positioning";
import type { PerpVenue, PositioningSymbol } from "@/lib/catalog/intel/perps";
import type { Candles } from "@/lib/sources/candles";
import {
  type FundingPayments,
  type FundingRate,
  HOUR_MS,
  type OpenInterest,
  oldestFirst,
  type Ratios,
  type TakerVolumes,
} from "@/lib/sources/derivatives";
import { openDoubts } from "@/lib/sources/doubt";
import type { Reading } from "@/lib/sources/source";
import { type Credit, creditOf, type MaxAge } from "./coverage";
import { leanOf } from "./lean";
import {
  crowdingOf,
  crowdZ,
  dayChange,
  fundingZ,
  intervalOf,
  isRunning,
  positioningFactors,
  takerRatioOf,
} from "./positioning-figures";
import { round } from "./round";
import { clip, scoreOf } from "./score";

/** What one venue says about one coin's perpetual swap; null for what it does not publish. */
export interface PerpReadings {
  venue: PerpVenue;
  accounts: Reading<Ratios> | null;
  topAccounts: Reading<Ratios> | null;
  topPositions: Reading<Ratios> | null;
  /** By 5 minutes. */
  taker: Reading<TakerVolumes> | null;
  openInterest: Reading<OpenInterest> | null;
  /** By the hour. */
  candles: Reading<Candles> | null;
  funding: Reading<FundingRate>;
  /** Past payments, in as many pages as it took. */
  payments: readonly Reading<FundingPayments>[];
}

/** How old the data of each part may be, by its own time. Hourly rows are stamped by the hour that they begin. */
export const POSITIONING_MAX_AGE = {
  hourly: { freshMs: 2.5 * HOUR_MS, staleMs: 6 * HOUR_MS },
  taker: { freshMs: 20 * 60_000, staleMs: HOUR_MS },
  funding: { freshMs: 20 * 60_000, staleMs: 2 * HOUR_MS },
} satisfies Record<string, MaxAge>;

/** Hourly rows that a change over 24 hours is computed from. */
const DAY_ROWS = 25;

/** What a symbol's record counts towards each promised part. */
export interface PositioningCredits {
  ratios: readonly Credit[];
  taker: readonly Credit[];
  openInterest: readonly Credit[];
  funding: readonly Credit[];
}

export interface Positioned {
  record: PositioningRecord;
  credits: PositioningCredits;
  /** Readings whose data is in the record. */
  used: readonly Reading<unknown>[];
  /** When members that may be newer than the record's ratios are from. */
  times: Readonly<Record<"takerRatio1h" | "fundingPct", string | null>>;
}

/** The record of one symbol from one venue's readings alone. Docs: docs/method.md, "Whales". */
export function positionOf(symbol: PositioningSymbol, readings: PerpReadings, now: Date): Positioned {
  const { hourly, taker: takerAge, funding: fundingAge } = POSITIONING_MAX_AGE;
  const used: Reading<unknown>[] = [];
  const take = <Value>(
    reading: Reading<Value> | null,
    maxAge: MaxAge,
  ): { value: Value | null; credit: Credit } => {
    const credit = reading === null || reading.value === null ? 0 : creditOf(reading, maxAge, now);
    if (reading === null || credit === 0) return { value: null, credit: 0 };
    used.push(reading);
    return { value: reading.value, credit };
  };

  const topPositions = take(readings.topPositions, hourly);
  const topAccounts = take(readings.topAccounts, hourly);
  const accounts = take(readings.accounts, hourly);
  const taker = take(readings.taker, takerAge);
  const interest = take(readings.openInterest, hourly);
  const candles = take(readings.candles, hourly);
  const runs = readings.funding.value !== null && isRunning(readings.funding.value, now);
  const funding = take(runs ? readings.funding : null, fundingAge);
  const payments = readings.payments.filter(({ value }) => value !== null);
  if (funding.value !== null) used.push(...payments); // on their own they make no figure

  const top = newest(topPositions.value);
  const crowd = newest(accounts.value);
  const divergence = top === null || crowd === null ? null : Math.log(top) - Math.log(crowd);
  const takerRatio = takerRatioOf(taker.value);
  const oiChange = dayChange(interest.value?.slice(-DAY_ROWS).map(([at, coins]) => [at, coins]) ?? null);
  const priceChange = dayChange(
    candles.value?.bars.slice(-DAY_ROWS).map(([at, , , close]) => [at, close]) ?? null,
  );
  const [page, ...pages] = payments.map(({ value }) => value ?? []);
  const isDoubted = payments.some((reading) => openDoubts(reading).length > 0);
  const paid = isDoubted
    ? []
    : pages.length === 0
      ? (page ?? [])
      : oldestFirst([...(page ?? []), ...pages.flat()]);
  const readAt = Math.min(...payments.map(({ fetchedAt }) => Date.parse(fetchedAt ?? now.toISOString())));
  const intervalH = funding.value === null ? null : intervalOf(funding.value, paid, readAt);
  const z = funding.value === null ? null : fundingZ(paid, funding.value.rate, intervalH, now);
  const { score, why } = scoreOf(
    positioningFactors({ divergence, takerRatio, priceChange, oiChange, z }),
    1,
    4,
    clip, // parts are rounded one by one, and could add up to a hair more
  );
  const fundingPct = funding.value === null ? null : funding.value.rate * 100;
  const nothing = used.length === 0;

  const record: PositioningRecord = {
    symbol,
    venue: nothing ? null : readings.venue,
    period: "1h",
    tsMs: timeOf([readings.topPositions, readings.accounts, readings.topAccounts, readings.funding], used),
    topPosRatio: round(top, 4),
    topAcctRatio: round(newest(topAccounts.value), 4),
    globalRatio: round(crowd, 4),
    topPosLongPct: round(longPct(top), 2),
    globalLongPct: round(longPct(crowd), 2),
    takerRatio1h: round(takerRatio, 4),
    oiUsd: round(interest.value?.at(-1)?.[2] ?? null, 0),
    oiChg24hPct: round(oiChange === null ? null : oiChange * 100, 2),
    priceChg24hPct: round(priceChange === null ? null : priceChange * 100, 2),
    fundingIntervalH: intervalH,
    fundingPct: round(fundingPct, 6),
    fundingAprPct: round(
      fundingPct === null || intervalH === null ? null : fundingPct * (24 / intervalH) * 365,
      2,
    ),
    fundingZ30d: round(z, 2),
    divergence: round(divergence, 4),
    crowding: round(crowdingOf(z, crowdZ(accounts.value)), 4),
    score,
    why,
    bias: leanOf(score),
  };
  return {
    record,
    credits: {
      ratios: [topPositions.credit, topAccounts.credit, accounts.credit],
      taker: [takerRatio === null ? 0 : taker.credit],
      openInterest: [interest.credit, candles.credit],
      funding: [funding.credit, z === null ? 0 : payments.some(({ status }) => status === "stale") ? 0.5 : 1],
    },
    used,
    times: {
      takerRatio1h: takerRatio === null ? null : (readings.taker?.asOf ?? null),
      fundingPct: funding.value === null ? null : readings.funding.asOf,
    },
  };
}

/** All that was asked of a venue. */
export const readingsOf = (readings: PerpReadings): Reading<unknown>[] =>
  [
    readings.topPositions,
    readings.topAccounts,
    readings.accounts,
    readings.taker,
    readings.openInterest,
    readings.candles,
    readings.funding,
    ...readings.payments,
  ].filter((reading) => reading !== null);

const newest = (rows: Ratios | null): number | null => rows?.at(-1)?.[1] ?? null;

const longPct = (ratio: number | null): number | null =>
  ratio === null ? null : (100 * ratio) / (1 + ratio);

/** The time of the first reading that is in use. */
function timeOf(
  order: readonly (Reading<unknown> | null)[],
  used: readonly Reading<unknown>[],
): number | null {
  const reading = order.find((one) => one !== null && used.includes(one));
  return reading?.asOf ? Date.parse(reading.asOf) : null;
}
