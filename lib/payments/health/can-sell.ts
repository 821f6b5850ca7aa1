import { probeCache, probeLedger, type Probed, type StoreFault } from "@/lib/store/probe";
import { now } from "@/lib/time";
import { type ChainHealth, chainsAnswering } from "./chains";
import { type FacilitatorHealth, facilitatorsNow } from "./facilitators";

/** Why no sale would succeed now. */
export type Obstacle = `ledger_${StoreFault}` | "no_facilitator" | "no_chain";

/** Whether a sale would succeed now, and what that rests on. */
export interface Health {
  canSell: boolean;
  obstacles: readonly Obstacle[];
  /** Since when (ms) every look has found an obstacle, by obstacle. */
  since: ReadonlyMap<Obstacle, number>;
  ledger: Probed;
  cache: Probed;
  facilitators: readonly FacilitatorHealth[];
  chains: readonly ChainHealth[];
}

const STANDS_MS = 2_000;

let since: ReadonlyMap<Obstacle, number> = new Map();

/** What the last look found, for callers that can't wait for one; undefined before the first. */
export const lastHealth = (): Health | undefined => known;

async function look(): Promise<Health> {
  const [ledger, cache, facilitators, chains] = await Promise.all([
    probeLedger(),
    probeCache(),
    facilitatorsNow(),
    chainsAnswering(),
  ]);
  const obstacles: Obstacle[] = [
    ...(ledger.fault === null ? [] : [`ledger_${ledger.fault}` as const]),
    ...(facilitators.some(({ state }) => state === "up") ? [] : ["no_facilitator" as const]),
    ...(chains.length === 0 || chains.some(({ answers }) => answers) ? [] : ["no_chain" as const]),
  ];
  const at = now();
  since = new Map(obstacles.map((one) => [one, since.get(one) ?? at]));
  known = { canSell: obstacles.length === 0, obstacles, since, ledger, cache, facilitators, chains };
  return known;
}

let known: Health | undefined;
let last: { at: number; health: Promise<Health> } | undefined;

/**
 * Whether a sale would succeed now: room in the ledger, a facilitator left, a chain that answered lately. Looks at most once in
 * two seconds, however many ask, and takes some four seconds where everything hangs. Never throws.
 */
export function canSell(): Promise<Health> {
  const at = now();
  const age = at - (last?.at ?? -Infinity);
  if (last === undefined || age >= STANDS_MS || age < 0) last = { at, health: look() };
  return last.health;
}
