import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { facilitators, type Facilitator } from "./list";

/**
 * Facilitators that failed a payment lately, told from one instance to all. A 402 offers another one's fee payer then:
 * on Solana nobody but the facilitator that is named can take the payment, and that `/supported` answers says nothing
 * of `/verify`. The front door reads this, which runs apart from the routes.
 */
const out = new Map<string, boolean>();
let recalledAt = 0;

/** Told for as long as the breaker is open; with no breaker there is nothing to tell. */
export async function tellOutage({ url, name }: Facilitator): Promise<void> {
  const ms = env().FACILITATOR_BREAKER_MS;
  if (ms === 0) return;
  try {
    await cacheStore().set(keys.facilitatorOutage(url), "1", { px: ms });
  } catch (error) {
    log.warn("outage_not_told", { facilitator: name, why: describe(error) }); // costs a few refusals, no payment
  }
}

/** Looks what others told; a few times within the time that a breaker stays open. */
export async function recallOutages(now: number): Promise<void> {
  const ms = env().FACILITATOR_BREAKER_MS;
  if (ms === 0 || now - recalledAt < ms / 5) return;
  recalledAt = now;
  const all = facilitators();
  try {
    const told = await cacheStore().mget<(string | null)[]>(
      ...all.map(({ url }) => keys.facilitatorOutage(url)),
    );
    all.forEach(({ url }, index) => out.set(url, typeof told[index] === "string"));
  } catch (error) {
    log.warn("outages_not_recalled", { why: describe(error) });
  }
}

/** Whether an instance has told lately that this facilitator failed a payment. */
export const isOut = ({ url }: Facilitator): boolean => out.get(url) ?? false;
