import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { now, timeoutSignal } from "@/lib/time";
import { knownMarket, marketLimits } from "./market";
import { liveMerchant, ownToken } from "./own-token";

/** The route that reads price and mint anew, and shares them with all instances (lib/token/pay). */
const READS_MARKET = "/api/token-pay";
/** A price of this age is read anew; at a third of what it may have, where that is less. */
const RENEW_AFTER_MS = 40_000;
/** All instances together ask once in so long. */
const EVERY_SEC = 15;
const TIMEOUT_MS = 8_000;

let askedAt = Number.NEGATIVE_INFINITY;

/** What is known may be shown again to be what is known: nothing is changed by a failure, and the next 402 tries anew. */
async function askOwnRoute(): Promise<void> {
  const mine = await cacheStore().set(keys.tokenMarketAsked(), "1", { nx: true, ex: EVERY_SEC });
  if (mine === null) return;
  const response = await fetch(env().PUBLIC_ORIGIN + READS_MARKET, {
    redirect: "manual",
    signal: timeoutSignal(TIMEOUT_MS),
    cache: "no-store",
  });
  await response.text();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

/**
 * Keeps the price of the own token fresh wherever challenges are made: offers rest on it, and the till reads no provider. The
 * service's own route does, and is asked at our own origin, in the background, before the price is too old. Never rejects.
 */
export async function keepMarketFresh(): Promise<void> {
  const token = ownToken();
  if (token === null || liveMerchant(token) === null) return;
  const at = now();
  if (at - askedAt < EVERY_SEC * 1000) return;
  const { market } = await knownMarket();
  const enough = Math.min(RENEW_AFTER_MS, (marketLimits().maxAgeSec * 1000) / 3);
  if (market !== null && at - market.at < enough) return;
  if (at - askedAt < EVERY_SEC * 1000) return; // another call began meanwhile
  askedAt = at;
  await askOwnRoute().catch((error: unknown) => log.warn("token_market_not_asked", { why: describe(error) }));
}
