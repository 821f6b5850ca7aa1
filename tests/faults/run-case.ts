import type { World } from "@/sandbox/world";
import { newAddress } from "../support/service";
import { forRequest } from "../support/wallet-proofs";
import type { Case, Later, Leftover } from "./case";
import { persist, type Attempt, type ClientOptions } from "./client";
import { PATH } from "./fleet";
import { judge, type Verdict } from "./judge";
import { leasesIn } from "./leases";
import { readLedger, type LedgerState } from "./ledger-state";
import { ownNetwork, sharedNetwork, type Network } from "./network";
import { ABANDONED_MS, LEASE_MS, type Slot } from "./slot";
import { newWallet, type Signed } from "./wallet";
import type { Entry, Refusal } from "./proxies";

const FUNDS = 1_000_000n;
/** A sale that is not seen so long after it is searched for. */
const SUSPECT_MS = 61_000;
/** Longer than the pauses between messages that the service sends behind its answers. */
const IDLE_MS = 120;

export interface Result {
  case: Case;
  verdict: Verdict;
  /** The client's tries up to its answer, and those with which it asked for the answer again. */
  attempts: readonly Attempt[];
  again: readonly Attempt[];
  leftover: Leftover;
  atEnd: LedgerState;
  trace: readonly Entry[];
  /** Refusals that an instance met. */
  refusals: readonly Refusal[];
  /** Faults that never happened, by name. */
  missed: readonly string[];
  ms: number;
  log: string;
}

/** The operator's scheduled call that recovers payments. Resolves to its status, or `cut`. */
async function recover(origin: string, secret: string, signal: AbortSignal): Promise<number | "cut"> {
  const headers = { authorization: `Bearer ${secret}`, "x-forwarded-for": newAddress() };
  try {
    const response = await fetch(`${origin}/api/cron/recover-payments`, { headers, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return "cut"; // the schedule calls again
  }
}

/** Refusals that no instance met: a refused connection shows only in the log of the instance that tried. */
const unmet = (refusals: readonly Refusal[], log: string): string[] =>
  refusals
    .filter(({ address }) => !log.includes(`ECONNREFUSED ${address}`))
    .map(({ at }) => `refused at ${at}`);

/** What a client leaves behind when it has its answer. */
const leftoverOf = ({ open, claimMs }: LedgerState): Leftover =>
  open > 0 ? "an open payment" : claimMs > 0 ? "a claim" : "nothing";

/** Runs one case in a slot that is its alone meanwhile. Throws when the case could not be run at all. */
export async function runCase(sandbox: World, slot: Slot, one: Case): Promise<Result> {
  const network = one.ownNetwork ? await ownNetwork(slot.token) : sharedNetwork(sandbox);
  try {
    if (one.ownNetwork) await slot.enter(network);
    return await runOn(network, sandbox, slot, one);
  } finally {
    slot.onLoss(() => undefined);
    if (one.ownNetwork) {
      slot.leave();
      await network.close();
    }
  }
}

/** The slot as every case finds it: a living instance, another in reserve, an empty ledger, and nothing under way. */
async function prepare({ fleet, proxies, store }: Slot, { fresh, watched }: Case): Promise<void> {
  if (watched) {
    // An instance keeps for a while whom it knows to be under suspicion, also one in reserve: neither may have met the last case.
    await store.reset();
    await fleet.replace();
    await fleet.restock();
  }
  if (fresh || watched) await fleet.replace();
  await fleet.restock();
  await proxies.quiet(IDLE_MS);
  await store.reset();
  fleet.markLogs();
  proxies.record();
}

async function runOn(network: Network, sandbox: World, slot: Slot, one: Case): Promise<Result> {
  const startedAt = performance.now();
  const { fleet, proxies, store } = slot;
  await prepare(slot, one);
  const payer = await newWallet(slot.world(), one.rail, FUNDS, one.contractPayer);
  const address = newAddress();

  /** How many calls each instance got. */
  const callsOf = new Map<string, number>();
  const callEnded = async (): Promise<void> => {
    for (const [id, calls] of callsOf) await fleet.answered(id, calls);
    await proxies.quiet(IDLE_MS);
  };
  let hanging = new AbortController();
  const hangUp = (): void => hanging.abort();
  const leases = leasesIn(store, callEnded);
  slot.onLoss((how) => {
    leases.lose();
    if (how === "paused") hangUp(); // a load balancer turns from an instance that stands still
  });

  let signed: Signed | null = null;
  const payment = (): Signed => {
    if (signed === null) throw new Error("nothing is signed yet");
    return signed;
  };
  const plan = one.plan({ slot, network, rail: one.rail, payer, payment, address, hangUp, callEnded });
  if (one.fromChallenge) proxies.arm(plan.steps);
  signed = await payer.sign((await fleet.serving()).origin, PATH);
  const { amount, burn, call: paid } = signed;
  const [paidBefore, receivedBefore] = [await payer.balance(), await payer.sellerBalance()];
  await plan.first?.();
  if (!one.fromChallenge) {
    await proxies.quiet(IDLE_MS);
    proxies.arm(plan.steps);
  }

  const client: ClientOptions = {
    async origin() {
      const { id, origin } = await fleet.serving();
      callsOf.set(id, (callsOf.get(id) ?? 0) + 1);
      return origin;
    },
    hangUp: () => (hanging = new AbortController()).signal,
    async between(attempts) {
      await proxies.tryIsOver();
      const { status } = attempts.at(-1) ?? {};
      if (status === "cut" && one.leaseRunsOut) leases.end();
      if (status === 409) await leases.waitOut();
      await plan.between?.(attempts);
    },
  };
  const call = { path: PATH, address, ...paid };
  const recoverNow = async (): Promise<number | "cut"> => {
    await store.ageOpenPayments(ABANDONED_MS);
    const { origin } = await fleet.serving();
    return recover(origin, sandbox.serviceEnv.CRON_SECRET ?? "", client.hangUp());
  };

  /** Nobody is charged for a look: each is the scheduled call's, whose status does not matter where it was struck. */
  const later: Later = {
    async recover() {
      await store.ageSales(SUSPECT_MS);
      const { origin } = await fleet.serving();
      await recover(origin, sandbox.serviceEnv.CRON_SECRET ?? "", client.hangUp());
      await proxies.quiet(IDLE_MS);
    },
    trust: async () => (await readLedger(store.redis())).trust,
  };
  const attempts = await persist(call, client, one.abandoned ? 1 : one.tries);
  if (one.provesWallet && attempts.at(-1)?.code === "payment_spent") {
    const headers = {
      ...call.headers,
      "sign-in-with-x": await payer.signIn(slot.publicOrigin + PATH, forRequest(PATH)),
    };
    attempts.push(...(await persist({ ...call, headers }, client)));
  }
  if (one.abandoned) {
    leases.end();
    await plan.beforeRecovery?.();
    await recoverNow();
    await proxies.tryIsOver();
  }
  if (plan.afterwards !== undefined) {
    await callEnded();
    await plan.afterwards(later);
  }
  leases.end();
  fleet.resume();
  await proxies.allHappened();
  await callEnded();
  const [trace, refusals, log] = [[...proxies.trace()], proxies.refusals(), fleet.log()];
  const missed = [...proxies.missed(), ...unmet(refusals, log)];
  proxies.record();

  const left = await readLedger(store.redis());
  const leftover = leftoverOf(left);
  const isOpen = leftover === "an open payment";
  const isBelieved = left.state === "settled" && !left.confirmed && one.trust === "confirmed";
  if (leftover !== "nothing" || isBelieved) store.passTime(LEASE_MS);
  if (isOpen || isBelieved) {
    const status = await recoverNow();
    if (status !== 200) throw new Error(`the scheduled recovery answered ${status}`);
  }
  if (one.abandoned) attempts.push(...(await persist(call, client)));
  const again = attempts.at(-1)?.status === 200 && one.replayable ? await persist(call, client) : [];
  await callEnded();
  const atEnd = await readLedger(store.redis());

  const facts = {
    price: amount,
    burn,
    received: (await payer.sellerBalance()) - receivedBefore,
    paid: paidBefore - (await payer.balance()),
    spentElsewhere: plan.spentElsewhere?.() ?? 0n,
    ...{ attempts, again, leftover, atEnd, missed },
  };
  const ms = Math.round(performance.now() - startedAt);
  return {
    ...{ case: one, verdict: judge(facts, one), attempts, again, leftover, atEnd },
    ...{ trace, refusals, missed, ms, log },
  };
}
