import { leaseEnds } from "./ledger";
import type { Write } from "./records";
import { run } from "./turn";
import {
  endCall,
  IDLE,
  land,
  put,
  slotName,
  withCall,
  type Call,
  type Chain,
  type Reconciler,
  type Setting,
  type World,
  type WorldStep,
} from "./world";

/** Everything that happens to calls: new ones arrive, time passes, workers crash, the chain and others go their way. */

const happens = (label: string, next: World, calm: boolean): WorldStep => {
  return { label, next, calm, event: null, hurried: false };
};

const NEW: Omit<Call, "payment" | "caller"> = {
  ...{ at: "begin", evidence: -1, seller: false },
  ...{ say: "answer", sawMoved: false, overran: false, foundTaken: false },
};

/** Slots are equal, so the first that is free will do. */
function arrivals(world: World, { payments, callers, reconciler }: Setting): WorldStep[] {
  const slot = world.calls.indexOf(null);
  if (slot < 0) return [];
  const recovered = payments.flatMap((key, payment) => {
    const isListed = reconciler && world.ledger.open[key] && world.ledger.records[key]?.state === "credited";
    if (isListed !== true || world.calls.some((call) => call?.caller === "operator")) return [];
    const label = `recovery calls with payment ${payment}: ${slotName(slot)}`;
    return [happens(label, withCall(world, slot, { ...NEW, payment, caller: "operator" }), false)];
  });
  const called = payments.flatMap((_, payment) =>
    callers.flatMap((caller) => {
      // Only the chain makes a payment known to others.
      if (caller === "thief" && world.chains[payment]?.state !== "moved") return [];
      const label = `a ${caller} calls with payment ${payment}: ${slotName(slot)}`;
      return [happens(label, withCall(world, slot, { ...NEW, payment, caller }), caller === callers[0])];
    }),
  );
  return [...called, ...recovered];
}

/** A call whose lease runs out does not hear of it. */
function leasesEnd(world: World): WorldStep[] {
  return world.ledger.records.flatMap((record, payment) => {
    if (record === null || !record.leased) return [];
    const overruns = (call: Call | null, slot: number): Call | null =>
      call !== null && record.owner === slotName(slot) ? { ...call, overran: true } : call;
    const next = { ...world, ledger: leaseEnds(world.ledger, payment), calls: world.calls.map(overruns) };
    return [happens(`the lease of ${record.owner} on ${payment} ends`, next, true)];
  });
}
function crashes(world: World): WorldStep[] {
  const steps = world.calls.flatMap((call, slot) =>
    call === null ? [] : [happens(`${slotName(slot)} crashes`, endCall(world, slot), false)],
  );
  if (world.reconciler.at !== "idle")
    steps.push(happens("the reconciler crashes", { ...world, reconciler: IDLE }, false));
  return steps;
}

function chainSteps(world: World, setting: Setting): WorldStep[] {
  return world.chains.flatMap((chain, payment) => {
    const becomes = (change: Partial<Chain>) => ({
      ...world,
      chains: put(world.chains, payment, { ...chain, ...change }),
    });
    const steps: WorldStep[] = [];
    if (chain.state === "open") {
      steps.push(
        happens(`payment ${payment} can move no more`, becomes({ state: "dead", pending: false }), true),
      );
      if (setting.thirdParty)
        steps.push(
          happens(`somebody else lands payment ${payment}`, land(world, setting, payment, false), false),
        );
    }
    if (chain.pending) {
      steps.push(
        happens(`the request for payment ${payment} lands`, land(world, setting, payment, true), false),
      );
      steps.push(
        happens(`nothing comes of the request for payment ${payment}`, becomes({ pending: false }), true),
      );
    }
    const record = world.ledger.records[setting.payments[payment] ?? 0] ?? null;
    // Only a payment that the ledger has not written down is asked for its age, and every lease ends sooner.
    if (chain.state === "moved" && chain.age !== "old" && record === null)
      steps.push(happens(`it is long since payment ${payment} moved`, becomes({ age: "old" }), false));
    return steps;
  });
}

function storeSteps(world: World, setting: Setting): WorldStep[] {
  const { ledger, late } = world;
  const steps: WorldStep[] = [];
  if (ledger.cooldown)
    steps.push(happens("the cooldown ends", { ...world, ledger: { ...ledger, cooldown: false } }, true));
  if (late !== null) {
    const [reply, after] = run(world, late, setting);
    steps.push(
      happens(
        `the held up ${late.op.toUpperCase()} is done: ${reply.kind}`,
        forget({ ...after, late: null }),
        false,
      ),
    );
  }
  if (setting.wipe && !world.wiped)
    steps.push(happens("the store loses everything", wiped(world, setting), false));
  return steps;
}

/** With its last write the token of a call that is over is nobody's. */
const forget = (world: World): World => ({
  ...world,
  ledger: {
    ...world.ledger,
    records: world.ledger.records.map((record) =>
      record?.owner === "late" ? { ...record, owner: "gone" } : record,
    ),
  },
});

function wiped(world: World, setting: Setting): World {
  const keys = world.ledger.records.length;
  const nothing = Array<boolean>(keys).fill(false);
  return {
    ...world,
    ledger: {
      ...{
        records: Array<null>(keys).fill(null),
        open: nothing,
        debts: nothing,
        slots: nothing,
        cooldown: false,
      },
      ...{ binding: null, reserved: null, effects: Array<number>(keys).fill(0), epoch: false },
    },
    reconciler: setting.reconciler ? world.reconciler : IDLE,
    answered: world.answered.map((answered) => (answered === "" ? "" : "before-wipe")),
    wiped: true,
  };
}

/** recover-payments/handler.ts and open-payments.ts: what is listed, read, looked up and closed, with any time in between. */
function reconcilerSteps(world: World, setting: Setting): WorldStep[] {
  if (!setting.reconciler) return [];
  const { reconciler, ledger } = world;
  const turns = (label: string, next: Reconciler, from: World = world): WorldStep =>
    happens(`reconciler: ${label}`, { ...from, reconciler: next }, false);
  switch (reconciler.at) {
    case "idle":
      return ledger.open.flatMap((open, payment) =>
        open && ledger.records[payment]?.state !== "credited"
          ? [turns(`lists ${payment}`, { at: "listed", payment })]
          : [],
      );
    case "listed": {
      const { payment } = reconciler;
      const evidence = ledger.records[payment]?.evidence ?? -1;
      return [
        turns("reads its record", evidence < 0 ? { at: "drop", payment } : { at: "look", payment, evidence }),
      ];
    }
    case "look": {
      const { payment, evidence } = reconciler;
      const state = world.chains[evidence]?.state;
      const steps = [turns("looks: open", IDLE)];
      if (state === "moved") steps.push(turns("looks: moved", { at: "close", payment }));
      if (state === "dead") steps.push(turns("looks: unmoved", { at: "release", payment, evidence }));
      return steps;
    }
    case "close":
    case "release":
    case "drop": {
      const write = closing(reconciler);
      const [reply, after] = run(world, write, setting);
      const name = write.op.toUpperCase();
      const steps = [turns(`${name} → ${reply.kind}`, IDLE, after)];
      if (setting.delayedWrites && world.late === null)
        steps.push(turns(`${name} is held up`, IDLE, { ...world, late: write }));
      return steps;
    }
  }
}

function closing(
  reconciler: Extract<Reconciler, { at: "close" } | { at: "release" } | { at: "drop" }>,
): Write {
  const { payment } = reconciler;
  if (reconciler.at === "close") return { op: "settled", payment };
  if (reconciler.at === "release") return { op: "release-unmoved", payment, evidence: reconciler.evidence };
  return { op: "drop-open", payment };
}

export const worldSteps = (world: World, setting: Setting): WorldStep[] => [
  ...arrivals(world, setting),
  ...leasesEnd(world),
  ...chainSteps(world, setting),
  ...storeSteps(world, setting),
  ...reconcilerSteps(world, setting),
  ...(setting.faults ? crashes(world) : []),
];
