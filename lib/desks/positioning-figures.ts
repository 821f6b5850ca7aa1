import {
  FUNDING_DAYS,
  type FundingPayments,
  type FundingRate,
  HOUR_MS,
  type Ratios,
  type TakerVolumes,
} from "@/lib/sources/derivatives";
import { zScore } from "./indicators";
import { clip, clip01, type Factor } from "./score";

interface Positions {
  divergence: number | null;
  takerRatio: number | null;
  /** Fractions over 24 hours. */
  priceChange: number | null;
  oiChange: number | null;
  /** Funding's. */
  z: number | null;
}

/** The score's factors, each −1 to 1. Scales are priors, not fitted. */
export function positioningFactors(of: Positions): Factor[] {
  const { divergence, takerRatio, priceChange, oiChange, z } = of;
  const opened =
    priceChange === null || oiChange === null ? null : Math.tanh(priceChange / 0.02) * Math.log1p(oiChange);
  return [
    { factor: "divergence", value: divergence === null ? null : Math.tanh(divergence / 0.35), weight: 0.45 },
    {
      factor: "taker",
      value: takerRatio === null ? null : Math.tanh(Math.log(takerRatio) / 0.15),
      weight: 0.2,
    },
    { factor: "openInterest", value: opened === null ? null : Math.tanh(opened / 0.08), weight: 0.15 },
    { factor: "funding", value: z === null ? null : -clip(z / 2.5), weight: 0.2 },
  ];
}

/** 0 to 1: the larger of |z| of funding and of the crowd's ratio, over 3; of one when only one is known. */
export function crowdingOf(fundingZ30d: number | null, ratioZ: number | null): number | null {
  const known = [fundingZ30d, ratioZ].filter((z) => z !== null).map(Math.abs);
  return known.length === 0 ? null : clip01(Math.max(...known) / 3);
}

/** Hours that a z over 100 hourly ratios needs at least. */
const MIN_RATIO_ROWS = 72;

/** z of the newest ln(long ÷ short) of all accounts among the last 100 hours. */
export function crowdZ(accounts: Ratios | null): number | null {
  const logs = (accounts ?? []).slice(-100).map(([, ratio]) => Math.log(ratio));
  const last = logs.at(-1);
  return last === undefined || logs.length < MIN_RATIO_ROWS ? null : zScore(last, logs);
}

const DAY_MS = 24 * HOUR_MS;
/** Days that the payments must reach back for a z over 30. */
const MIN_FUNDING_DAYS = 20;
/** A rate further off than this is none of the same series. */
const MOST_Z = 15;
/** Payments are never further apart; more than that is a payment that is missing. */
const LONGEST_INTERVAL_H = 8;

/**
 * z of the running rate among the payments of 30 days. Rates are compared by the hour, since a swap's interval may have
 * changed meanwhile.
 */
export function fundingZ(
  paid: FundingPayments,
  rate: number,
  intervalH: number | null,
  now: Date,
): number | null {
  if (intervalH === null) return null;
  const since = now.getTime() - FUNDING_DAYS * DAY_MS;
  const recent = paid.filter(([at]) => at >= since);
  const [first] = recent;
  if (first === undefined || first[0] > now.getTime() - MIN_FUNDING_DAYS * DAY_MS) return null;
  const hourly = recent.slice(1).map(([at, paidRate], i) => {
    const hours = Math.round((at - (recent[i]?.[0] ?? at)) / HOUR_MS);
    return paidRate / Math.min(Math.max(hours, 1), LONGEST_INTERVAL_H);
  });
  const z = hourly.length < MIN_FUNDING_DAYS ? null : zScore(rate / intervalH, hourly);
  return z === null || Math.abs(z) > MOST_Z ? null : z;
}

/**
 * As the venue states, else the time from the last payment to the next. `readAt`: until when `paid` is known, in ms. Of a
 * payment that has come since, as it does between two readings of the list, the interval before it tells.
 */
export function intervalOf(
  { intervalH, nextMs }: FundingRate,
  paid: FundingPayments,
  readAt: number,
): number | null {
  if (intervalH !== null) return intervalH;
  const [before, last] = [paid.at(-2)?.[0], paid.at(-1)?.[0]];
  if (last === undefined) return null;
  const hours = Math.round((nextMs - last) / HOUR_MS);
  const usual = before === undefined ? 0 : Math.round((last - before) / HOUR_MS);
  const came = usual >= 1 && hours > usual && hours % usual === 0 && readAt < nextMs - usual * HOUR_MS;
  const known = came ? usual : hours;
  return known >= 1 && known <= LONGEST_INTERVAL_H ? known : null;
}

/** So long after a payment the rate that was paid may still stand for the one that runs: readings are a minute old. */
const PAID_MS = 5 * 60_000;

/** Whether the period whose rate was read still runs: once it is paid, that rate is a past one. */
export const isRunning = ({ nextMs }: FundingRate, now: Date): boolean => now.getTime() <= nextMs + PAID_MS;

const TAKER_BUCKETS = 12;
const BUCKET_MS = 300_000;

/** An hour further to one side than this is an error of the statistic, not a market. */
const MOST_ONE_SIDED = 20;

/**
 * Σ bought ÷ Σ sold in the last twelve buckets of five minutes; null when one of them is missing, or next to nothing was
 * traded on one side.
 */
export function takerRatioOf(volumes: TakerVolumes | null): number | null {
  const hour = (volumes ?? []).slice(-TAKER_BUCKETS);
  const [first, last] = [hour[0], hour.at(-1)];
  if (first === undefined || last === undefined || hour.length < TAKER_BUCKETS) return null;
  if (last[0] - first[0] !== (TAKER_BUCKETS - 1) * BUCKET_MS) return null;
  const bought = hour.reduce((sum, [, buy]) => sum + buy, 0);
  const sold = hour.reduce((sum, [, , sell]) => sum + sell, 0);
  return Math.max(bought, sold) < MOST_ONE_SIDED * Math.min(bought, sold) ? bought / sold : null;
}

/** The newest value over the one of 24 hours before it, minus 1; null when that one is missing. */
export function dayChange(rows: readonly (readonly [at: number, value: number])[] | null): number | null {
  const last = rows?.at(-1);
  if (rows === null || last === undefined) return null;
  const before = rows.find(([at]) => at === last[0] - DAY_MS);
  return before === undefined || before[1] <= 0 ? null : last[1] / before[1] - 1;
}
