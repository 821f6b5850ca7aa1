import { PUNCTUAL, type BuyerPlan, type FaultAt, type Plan } from "./plan";
import { promiseOf, runPlan } from "./run";
import type { SharedSetup } from "./world";

const PLAIN_BUYER: Partial<BuyerPlan> = {
  ...{ purchases: 1, simultaneous: false, key: false, forgetsReplay: false, copies: 1 },
  ...{ hangUpMs: null, awayMs: null, otherRequest: false, provesWallet: false, trick: null, replayMs: null },
  ...PUNCTUAL,
};

const PLAIN: Partial<Plan> = {
  launched: false,
  newLedger: false,
  contracts: false,
  scarce: false,
  ...{ refunds: null, recoveryEveryMs: null, nuisance: null, nodeLies: null },
  ...{ purse: null, isBudgetUsedUp: false, quota: null, historyBehind: null, served: null },
  ...{
    losses: [],
    lieRate: 0,
    pretenceRate: 0,
    reorganisationRate: 0,
    handlerFaultRate: 0,
    lagRate: 0,
    strangerRate: 0,
    dust: 0,
  },
  ...{ skewsMs: [0, 0, 0], instances: 1 },
};

/** Simpler plans than this one, the boldest first. */
function* simpler(plan: Plan): Generator<Plan> {
  const { buyers } = plan;
  const faults = plan.faults ?? [];
  if (buyers.length > 1)
    for (const buyer of buyers) yield { ...plan, buyers: buyers.filter((other) => other !== buyer) };
  for (let size = Math.ceil(faults.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < faults.length; start += size)
      yield { ...plan, faults: faults.toSpliced(start, size) };
  for (const [name, value] of Object.entries(PLAIN))
    if (JSON.stringify(plan[name as keyof Plan]) !== JSON.stringify(value)) yield { ...plan, [name]: value }; // its own keys
  for (const [index, buyer] of buyers.entries())
    for (const [name, value] of Object.entries(PLAIN_BUYER))
      if (buyer[name as keyof BuyerPlan] !== value)
        // its own keys
        yield { ...plan, buyers: buyers.with(index, { ...buyer, [name]: value }) };
}

/**
 * The simplest plan found that breaks the same promise: with fewer buyers, faults and oddities. Its faults stand in it
 * one by one. `plan` must break a promise, by the faults that its own run met.
 */
export async function shrink(setup: SharedSetup, plan: Plan, faults: readonly FaultAt[]): Promise<Plan> {
  const violationsOf = async (candidate: Plan): Promise<string[]> =>
    (await runPlan(setup, candidate)).violations.map(promiseOf);
  let best: Plan = { ...plan, focus: null, seconds: [], faults };
  const [broken] = await violationsOf(best);
  if (broken === undefined) throw new Error(`seed ${plan.seed} does not break anything when it is replayed`);
  for (let improved = true; improved;) {
    improved = false;
    for (const candidate of simpler(best)) {
      if (!(await violationsOf(candidate)).includes(broken)) continue;
      best = candidate;
      improved = true;
      break;
    }
  }
  return best;
}
