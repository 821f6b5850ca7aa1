import { env } from "@/lib/env";
import { noteEnd } from "@/lib/store/counters";
import { now } from "@/lib/time";
import { isSuspect } from "../switches/switches";
import type { Facilitator } from "./list";
import { reportOutage } from "./outages";

/** Each has a breaker of its own: who verifies may still be unable to settle. */
export type Operation = "verify" | "settle";

/** Until when (ms) who failed at an operation is asked last. One instance's view; it costs a wait, never a payment. */
const openUntil = new Map<string, number>();

const nameOf = (operation: Operation, { name }: Facilitator): string => `${operation} ${name}`;

export const trip = (operation: Operation, facilitator: Facilitator): void => {
  openUntil.set(nameOf(operation, facilitator), now() + env().FACILITATOR_BREAKER_MS);
  noteEnd(`facilitator:${facilitator.name}`, false);
  void reportOutage(facilitator); // it reports its own failures, and nobody waits for it
};

/** So many payers within so long: nobody makes a breaker open alone, nor by wallets that have never paid. */
const CONTRADICTED = { payers: 3, withinMs: 60_000 } as const;

/** By address: which payers it refused wrongly lately, by when (ms). One instance's view. */
const contradicted = new Map<string, Map<string, number>>();

/**
 * Counts a refusal that was found to be wrong, once a payer: only for those whose sales were settled before. The third within
 * a minute opens the breaker for verify.
 */
export function countContradicted(facilitator: Facilitator, payer: string): void {
  const since = now() - CONTRADICTED.withinMs;
  const known = [...(contradicted.get(facilitator.url) ?? [])].filter(([, at]) => at > since);
  const lately = new Map([...known, [payer, now()]]);
  contradicted.set(facilitator.url, lately);
  if (lately.size < CONTRADICTED.payers) return;
  contradicted.delete(facilitator.url);
  trip("verify", facilitator);
}

export const reset = (operation: Operation, facilitator: Facilitator): void => {
  openUntil.delete(nameOf(operation, facilitator));
  noteEnd(`facilitator:${facilitator.name}`, true);
};

/** Those that work first, in their order; those that failed lately behind them, as a last resort. */
export function inOrderOfHealth(operation: Operation, list: readonly Facilitator[]): Facilitator[] {
  const at = now();
  const failing = (facilitator: Facilitator): boolean =>
    isSuspect(facilitator.url) || (openUntil.get(nameOf(operation, facilitator)) ?? 0) > at;
  return [...list.filter((facilitator) => !failing(facilitator)), ...list.filter(failing)];
}
