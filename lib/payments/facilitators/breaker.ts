import { env } from "@/lib/env";
import { now } from "@/lib/time";
import type { Facilitator } from "./list";
import { reportOutage } from "./outages";

/** Until when (ms) each facilitator that failed is asked last. One instance's view; it costs a wait, never a payment. */
const openUntil = new Map<string, number>();

export const trip = (facilitator: Facilitator): void => {
  openUntil.set(facilitator.name, now() + env().FACILITATOR_BREAKER_MS);
  void reportOutage(facilitator); // it reports its own failures, and nobody waits for it
};

export const reset = (facilitator: Facilitator): void => {
  openUntil.delete(facilitator.name);
};

/** Those that work first, in their order; those that failed lately behind them, as a last resort. */
export function inOrderOfHealth(list: readonly Facilitator[]): Facilitator[] {
  const at = now();
  const failing = (facilitator: Facilitator): boolean => (openUntil.get(facilitator.name) ?? 0) > at;
  return [...list.filter((facilitator) => !failing(facilitator)), ...list.filter(failing)];
}
