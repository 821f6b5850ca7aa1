import type { World } from "@/sandbox/world";
import { newAddress } from "../support/service";
import { readBooks, type Books } from "./books";
import { persist, type Attempt, type Course } from "./client";
import { PACE } from "./fault";
import { judge, type Verdict } from "./judge";
import type { Entry } from "./line";
import { nameOf } from "./message";
import { ownPlace, sharedPlace } from "./place";
import { newPurse } from "./rail";
import type { Row, Scene } from "./row";
import { ABANDONED_MS, LEASE_MS, SCALE, type Slot } from "./slot";

export const PATH = "/api/svc-intel-tvl";
const FUNDS = 1_000_000n;

/** Longer than a call takes between two looks at the chain: after that, nobody works on the payment any more. */
const NOBODY_WORKS_MS = 1_100;
/** After an answer, only what runs in the background is left. */
const ANSWERED_MS = 150;
/** How soon a load balancer turns from an instance that stands still. */
const NOTICED_MS = 150;
const DEADLINE_MS = 45_000 * PACE;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Result {
  row: Row;
  verdict: Verdict;
  attempts: readonly Attempt[];
  again: readonly Attempt[];
  books: Books;
  closes: number;
  trace: readonly Entry[];
  /** Faults that never happened, by name. */
  missed: readonly string[];
  ms: number;
  log: string;
}

/** The operator's scheduled call. Resolves to its status, or `cut`. */
async function closeBooks(origin: string, secret: string, signal: AbortSignal): Promise<number | "cut"> {
  const headers = { authorization: `Bearer ${secret}`, "x-forwarded-for": newAddress() };
  try {
    const response = await fetch(`${origin}/api/cron/close-books`, { headers, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return "cut"; // whoever calls on a schedule calls again
  }
}

/** Runs one row in a slot that is its alone meanwhile. Throws when the row could not be run at all. */
export async function runRow(sandbox: World, slot: Slot, row: Row): Promise<Result> {
  const startedAt = performance.now();
  const { fleet, line, store } = slot;
  const place = row.ownChains ? await ownPlace() : sharedPlace(sandbox);
  try {
    if (row.ownChains) await slot.enter(place);
    if (row.fresh) await fleet.replace();
    await fleet.restock();
    const world = slot.world();
    const payer = await newPurse(world, row.rail, FUNDS);
    const payment = await payer.sign(await fleet.origin(), PATH);
    await line.quiet(ANSWERED_MS);
    await store.clearPayments(); // only now: on a busy machine the row before may write late

    let hanging = new AbortController();
    const hangUp = (): void => hanging.abort();
    const scene: Scene = { slot, place, rail: row.rail, payer, payment, hangUp };
    const plan = row.plan(scene);
    let pausedAt: number | null = null;
    slot.onPause(() => {
      pausedAt = Date.now();
      setTimeout(hangUp, NOTICED_MS);
    });
    const [paidBefore, receivedBefore] = [await payer.balance(), await payer.sellerBalance()];
    fleet.markLogs();
    line.arm(plan.incidents);
    await plan.first?.();

    const course: Course = {
      origin: fleet.origin,
      hangUp: () => (hanging = new AbortController()).signal,
      async between(attempts) {
        await line.mend();
        await plan.between?.(attempts);
      },
    };
    const call = { path: PATH, address: newAddress(), ...payment.call };
    const patience = {
      deadlineMs: row.deadlineMs ?? DEADLINE_MS,
      afterCutMs: row.afterCutMs ?? 100,
      secondMs: 1_000 * SCALE,
    };
    const close = async () =>
      closeBooks(await fleet.origin(), sandbox.serviceEnv.CRON_SECRET ?? "", course.hangUp());
    const attempts = await persist(call, course, row.abandoned ? { ...patience, deadlineMs: 0 } : patience);
    if (row.abandoned) {
      await sleep(ABANDONED_MS);
      await plan.beforeClose?.();
      await close();
      await line.mend();
    }
    if (pausedAt !== null) {
      await sleep(Math.max(0, pausedAt + LEASE_MS + 200 - Date.now()));
      fleet.resume();
    }
    // Who was cut off does not know whether the service still works on its call.
    const allAnswered = !row.abandoned && attempts.every(({ status }) => status !== "cut");
    await line.quiet(allAnswered ? ANSWERED_MS : NOBODY_WORKS_MS);
    const trace = [...line.trace()];
    const missed = line.pending().map(({ point }) => nameOf(point));
    line.arm([]);

    let books = await readBooks(store.redis());
    const closes = books.open > 0 ? 1 : 0;
    if (closes > 0) {
      if (!row.abandoned) await sleep(ABANDONED_MS);
      const status = await close();
      if (status !== 200) throw new Error(`the scheduled close answered ${status}`);
    }
    if (books.claimMs > 0) await sleep(books.claimMs + 50);
    if (row.provesWallet === true && attempts.at(-1)?.code === "payment_spent") {
      const headers = { ...call.headers, "sign-in-with-x": await payer.signIn(slot.publicOrigin + PATH) };
      attempts.push(...(await persist({ ...call, headers }, course, patience)));
    }
    if (row.abandoned) attempts.push(...(await persist(call, course, patience)));
    const replays = attempts.at(-1)?.status === 200 && row.replayable !== false;
    const again = replays ? await persist(call, course, patience) : [];
    await line.quiet(ANSWERED_MS);
    books = await readBooks(store.redis());

    const facts = {
      price: payment.amount,
      received: (await payer.sellerBalance()) - receivedBefore,
      paid: paidBefore - (await payer.balance()),
      spentElsewhere: plan.spentElsewhere?.() ?? 0n,
      attempts,
      again,
      books,
      missed,
    };
    return {
      row,
      verdict: judge(facts, row),
      attempts,
      again,
      books,
      closes,
      trace,
      missed,
      ms: Math.round(performance.now() - startedAt),
      log: fleet.log(),
    };
  } finally {
    slot.onPause(() => undefined);
    if (row.ownChains) {
      slot.leave();
      await place.close();
    }
  }
}
