import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { facilitators, type Facilitator } from "./list";

/**
 * Facilitators that failed a payment lately, shared by all instances. A 402 offers another one's fee payer then:
 * on Solana nobody but the facilitator that is named can take the payment, and that `/supported` answers says nothing
 * of `/verify`. The front door reads this, which runs apart from the routes.
 */
const outages = new Map<string, boolean>();
let loadedAt = 0;

/** Shares an outage for as long as the breaker is open; without a breaker there is nothing to share. */
export async function reportOutage({ url, name }: Facilitator): Promise<void> {
  const ms = env().FACILITATOR_BREAKER_MS;
  if (ms === 0) return;
  try {
    await cacheStore().set(keys.facilitatorOutage(url), "1", { px: ms });
  } catch (error) {
    log.warn("outage_not_reported", { facilitator: name, why: describe(error) }); // costs a few refusals, no payment
  }
}

/** Loads what other instances reported, a few times while a breaker stays open. */
export async function loadOutages(now: number): Promise<void> {
  const ms = env().FACILITATOR_BREAKER_MS;
  if (ms === 0 || now - loadedAt < ms / 5) return;
  loadedAt = now;
  const all = facilitators();
  try {
    const shared = await cacheStore().mget<(string | null)[]>(
      ...all.map(({ url }) => keys.facilitatorOutage(url)),
    );
    all.forEach(({ url }, index) => outages.set(url, typeof shared[index] === "string"));
  } catch (error) {
    log.warn("outages_not_loaded", { why: describe(error) });
  }
}

/** Whether an instance reported lately that this facilitator failed a payment. */
export const hasOutage = ({ url }: Facilitator): boolean => outages.get(url) ?? false;
