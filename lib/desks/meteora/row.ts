import type { AnswerOf } from "@/lib/catalog/define";
import type { Close } from "@/lib/sources/meteora/closes";
import type { Pool } from "@/lib/sources/meteora/pool";
import { round } from "../round";
import type { meteoraEntry } from "./entry";
import { exitProbability, positionHalfWidth, riskOf } from "./risk";
import { refusalsOf, scorePool } from "./score";
import { dailyVolatility } from "./volatility";

type Row = AnswerOf<typeof meteoraEntry>["pools"][number];

const DAY_MS = 86_400_000;

/** A share of two numbers; null where either is unknown, or the second is none or next to none. */
const ratio = (part: number | null, whole: number | null): number | null => {
  const share = part === null || whole === null || whole <= 0 ? null : part / whole;
  return share !== null && share < MOST ? share : null;
};
/** No share of anything: as a percentage of a year it would leave what a double holds. */
const MOST = 1e12;

/** `scale` times a value, rounded; null stays null. */
const times = (scale: number, value: number | null, digits: number): number | null =>
  value === null ? null : round(scale * value, digits);

/** Docs: docs/method.md, "Pools". One pool as the answer has it; `closes` are null where they could not be read. */
export function toRow(pool: Pool, closes: readonly Close[] | null, now: Date): Row {
  const { tvl, volumeDay, feesDay, feesHour, protocolFeesDay, binStep } = pool;
  const dailyFees = ratio(feesDay === 0 ? null : feesDay, tvl);
  const turnover = ratio(volumeDay, tvl);
  const ageDays = pool.createdAt === null ? null : (now.getTime() - Date.parse(pool.createdAt)) / DAY_MS;
  const persistence = ratio(feesHour === null ? null : 24 * feesHour, feesDay);
  const sigma = closes === null ? null : dailyVolatility(closes, now);
  const refusals = refusalsOf({ tvl, turnover, ageDays, blacklisted: pool.blacklisted });
  const width = binStep === null ? null : positionHalfWidth(binStep);

  // On little TVL or a turnover that no market has, fees say nothing about risk.
  const measurable = !refusals.includes("low-tvl") && !refusals.includes("high-turnover");
  const risk =
    measurable && dailyFees !== null && sigma !== null && binStep !== null
      ? riskOf(dailyFees, sigma, binStep)
      : null;
  const scored =
    risk !== null && width !== null && tvl !== null && ageDays !== null && refusals.length === 0
      ? scorePool(risk, width, persistence, tvl)
      : { score: null, why: [] };

  const flags = [
    ...refusals,
    ...(pool.tokens.some(({ verified }) => verified === false) ? (["unverified-token"] as const) : []),
    ...(pool.tokens.some(({ symbol }) => symbol === "") ? (["unnamed-token"] as const) : []),
    ...(closes !== null && sigma === null ? (["short-history"] as const) : []),
  ];
  return {
    address: pool.address,
    name: pool.name === "" ? null : pool.name,
    tokens: pool.tokens.map(({ symbol, ...token }) => ({ symbol: symbol === "" ? null : symbol, ...token })),
    price: pool.price,
    binStepBps: binStep,
    baseFeePct: round(pool.baseFeePct, 6),
    dynamicFeePct: round(pool.dynamicFeePct, 6),
    tvlUsd: round(tvl, 2),
    volume24hUsd: round(volumeDay, 2),
    lpFees24hUsd: round(feesDay, 2),
    feeTvl24hPct: times(100, dailyFees, 4),
    apy: times(36_500, dailyFees, 2),
    providerApyPct: round(pool.providerApy, 2),
    protocolFeeSharePct: times(
      100,
      ratio(protocolFeesDay, feesDay === null || protocolFeesDay === null ? null : feesDay + protocolFeesDay),
      2,
    ),
    turnover24h: round(turnover, 3),
    feePersistence: round(persistence, 3),
    volDailyPct: times(100, sigma, 3),
    breakevenConcentration: round(risk?.concentration ?? null, 3),
    breakevenHalfwidthPct: times(100, risk?.halfWidth ?? null, 2),
    positionHalfwidthPct: times(100, width, 2),
    exitProb24h: width === null || sigma === null ? null : round(exitProbability(width, sigma), 4),
    ilRisk: risk?.ilRisk ?? null,
    ageDays: ageDays === null || ageDays < 0 ? null : Math.floor(ageDays),
    flags,
    ...scored,
  };
}
