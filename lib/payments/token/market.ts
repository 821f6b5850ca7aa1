import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { isRecord } from "@/lib/is-record";
import { keys } from "@/lib/store/keys";
import { cacheStore, ledgerStore } from "@/lib/store/redis";
import { now, sleep } from "@/lib/time";
import type { TokenPrice } from "./amounts";

/**
 * What offers in the own token rest on. It is read from providers and the chain elsewhere (lib/token/price): the till takes
 * what was written down last, for as long as it is fresh. The front door uses this file too.
 */
export interface TokenMarket {
  /** Price now, and the average of the last hour. */
  spot: TokenPrice;
  average: TokenPrice;
  /** What its pools hold, in US dollars. */
  liquidityUsd: number;
  /** Where the price is from. */
  source: string;
  /** When the older of the two was read, in milliseconds. */
  at: number;
  /** What is wrong with the mint, in words; null when nothing is. */
  mint: string | null;
}

/** The price that an offer is made at, or why there can be none. */
export type Offerable = { kind: "price"; price: TokenPrice } | { kind: "none"; why: string };

const none = (why: string): Offerable => ({ kind: "none", why });

/** Limits that a price must keep, as the settings have them. */
export interface MarketLimits {
  maxAgeSec: number;
  maxSpreadPct: number;
  minLiquidityUsd: number;
  dailyCapUsd: number;
}

export const marketLimits = (): MarketLimits => ({
  maxAgeSec: env().TOKEN_PRICE_MAX_AGE_SEC,
  maxSpreadPct: env().TOKEN_PRICE_MAX_SPREAD_PCT,
  minLiquidityUsd: env().TOKEN_MIN_LIQUIDITY_USD,
  dailyCapUsd: env().TOKEN_DAILY_CAP_USD,
});

const MICRO = 1_000_000;

/** Judges what is known at a moment (ms). `soldToday`: sales for the token of this UTC day, at list price, in USDC base units. */
export function offerable(
  market: TokenMarket | null,
  soldToday: number | null,
  at: number,
  limits: MarketLimits,
): Offerable {
  if (market === null) return none("The token's price is not known.");
  const { spot, average, liquidityUsd, mint } = market;
  if (mint !== null) return none(mint);
  if (at - market.at > limits.maxAgeSec * 1000) return none("The token's price is too old.");
  if (liquidityUsd < limits.minLiquidityUsd)
    return none("The token's pools hold too little for its price to be sure.");
  const price = spot < average ? spot : average;
  const other = spot < average ? average : spot;
  if ((other - price) * BigInt(MICRO) * 100n > average * BigInt(Math.round(limits.maxSpreadPct * MICRO)))
    return none("The token's price moves too fast: it is too far from the average of the last hour.");
  if (soldToday === null) return none("It is not known how much was sold for the token today.");
  if (soldToday >= limits.dailyCapUsd * MICRO) return none("As much as may be was sold for the token today.");
  return { kind: "price", price };
}

const writeMarket = ({ spot, average, ...rest }: TokenMarket): string =>
  JSON.stringify({ ...rest, spot: String(spot), average: String(average) });

/** Throws for what was not written by `writeMarket`. */
function readMarket(text: string): TokenMarket {
  const read: unknown = JSON.parse(text);
  if (!isRecord(read)) throw new Error("the token's market is no object");
  const { spot, average, liquidityUsd, source, at, mint } = read;
  if (typeof liquidityUsd !== "number" || typeof at !== "number" || typeof source !== "string")
    throw new Error("the token's market lacks a member");
  return {
    ...{ liquidityUsd, at, source, mint: typeof mint === "string" ? mint : null },
    ...{ spot: BigInt(String(spot)), average: BigInt(String(average)) },
  };
}

const DAY_MS = 86_400_000;
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Kept longer than any price is fresh, so that it can be told why there is no offer. */
const KEPT_SEC = 86_400;

/** Writes down what was read, for all instances. */
export async function shareMarket(market: TokenMarket): Promise<void> {
  await cacheStore().set(keys.tokenMarket(), writeMarket(market), { ex: KEPT_SEC });
}

interface Known {
  market: TokenMarket | null;
  soldToday: number | null;
}

const RENEW_MS = 5_000;
let known: Known = { market: null, soldToday: null };
let knownDay = -1;
let askedAt = Number.NEGATIVE_INFINITY;
let asking: Promise<void> = Promise.resolve();

/** What can't be read is not known: no offer then. */
const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    log.warn("token_market_not_read", { why: describe(error) });
    return null;
  });

async function read(): Promise<void> {
  const day = dayOf(now());
  const [market, soldToday] = await Promise.all([
    orNull(
      cacheStore()
        .get<string>(keys.tokenMarket())
        .then((text) => (text === null ? null : readMarket(text))),
    ),
    orNull(
      ledgerStore()
        .get<string>(keys.tokenSold(day))
        .then((text) => Number(text ?? 0)),
    ),
  ]);
  [known, knownDay] = [{ market, soldToday }, day];
}

/** Begins to read it anew, where that was not done of late. */
export function renewMarket(): Promise<void> {
  const at = now();
  if (at - askedAt < RENEW_MS && knownDay === dayOf(at)) return asking;
  askedAt = at;
  asking = read();
  return asking;
}

const BRIEFLY_MS = 300;

/** What this instance knows; one that knows nothing yet waits for the stores if they answer quickly. */
export async function knownMarket(): Promise<Known> {
  const renewed = renewMarket();
  if (knownDay !== dayOf(now())) await Promise.race([renewed, sleep(BRIEFLY_MS)]);
  return knownDay === dayOf(now()) ? known : { market: known.market, soldToday: null };
}
