import { describe, log } from "@/lib/http/log";
import { type Failures, recentFailures } from "@/lib/store/counters";
import { now } from "@/lib/time";
import { type FacilitatorRole, facilitators, type Facilitator } from "../facilitators/list";
import { hasOutage, loadOutages } from "../facilitators/outages";
import { answersSupported, refreshSupported } from "../facilitators/supported";
import { merchant } from "../rails/merchant";
import { isKnownOff, renewSwitches } from "../switches/switches";

/** A facilitator and whether it takes payments, by the last minute's knowledge. */
export interface FacilitatorHealth {
  name: FacilitatorRole;
  state: "up" | "failing" | "off";
}

/** How long one failure counts, and how long three in a row do, without an attempt since. */
const ONE_MS = 60_000;
const THREE_MS = 10 * 60_000;

function hasFailed(failures: Failures | undefined): boolean {
  if (failures === undefined) return false;
  const age = now() - failures.last;
  return age < ONE_MS || (failures.inARow >= 3 && age < THREE_MS);
}

/** What failed lately over all instances; nothing is known of it without the cache. */
const failuresOrNone = (): Promise<ReadonlyMap<string, Failures>> =>
  recentFailures().catch((error: unknown) => {
    log.warn("failures_unread", { why: describe(error) });
    return new Map();
  });

/** Asks `/supported` again where that is due, and adds what all instances know of verifications and settlements. */
export async function facilitatorsNow(): Promise<FacilitatorHealth[]> {
  const [failures] = await Promise.all([
    failuresOrNone(),
    renewSwitches(),
    loadOutages(now()),
    refreshSupported(merchant().networks.solana.id),
  ]);
  const stateOf = (facilitator: Facilitator): FacilitatorHealth["state"] => {
    if (isKnownOff("facilitator", facilitator.url)) return "off";
    const isFailing =
      !answersSupported(facilitator) ||
      hasOutage(facilitator) ||
      hasFailed(failures.get(`facilitator:${facilitator.name}`));
    return isFailing ? "failing" : "up";
  };
  return facilitators().map((facilitator) => ({ name: facilitator.name, state: stateOf(facilitator) }));
}
