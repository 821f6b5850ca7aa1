import {
  CALLERS,
  NOBODY,
  proves,
  sameRequest,
  type Caller,
  type Ledger,
  type LedgerRecord,
  type Reply,
  type Write,
} from "./records";
import type { Rules } from "./rules";

/**
 * The ledger's transitions (lib/payments/ledger/scripts.ts) as pure functions, line by line. When a lease ends is an
 * event of its own. `tests/unit/till-scripts.test.ts` holds these functions to the scripts.
 */

/** What the scripts are told besides, and the same for every call. */
export interface Terms {
  rules: Rules;
  /** How many slots a payer has. */
  maxSlots: number;
}

const put = <T>(list: readonly T[], index: number, value: T): readonly T[] => {
  const copy = list.slice();
  copy[index] = value;
  return copy;
};

const LOST: Reply = { kind: "lost" };
const OK: Reply = { kind: "ok" };

const isHeld = (record: LedgerRecord): boolean => record.state === "settling" || record.state === "credited";

type Outcome = readonly [Reply, Ledger];
type Of<Op extends Write["op"]> = Extract<Write, { op: Op }>;

const withRecord = (ledger: Ledger, payment: number, record: LedgerRecord | null): Ledger => ({
  ...ledger,
  records: put(ledger.records, payment, record),
});

const withSlot = (ledger: Ledger, payment: number, slot: boolean): Ledger => ({
  ...ledger,
  slots: put(ledger.slots, payment, slot),
});

/** What is found before a slot is taken: that the key has bought already, or that there is none to be had. */
function refusedSlot(
  { binding, cooldown, slots }: Ledger,
  { payment, key }: { payment: number; key: boolean },
  { rules, maxSlots }: Terms,
): Reply | null {
  if (key && binding !== null && binding.payment !== payment) return { kind: "bound" };
  const isFull = slots.filter(Boolean).length >= maxSlots && rules.slotsAreCounted;
  return cooldown || isFull ? { kind: "busy" } : null;
}

function begin(ledger: Ledger, write: Of<"begin">, terms: Terms): Outcome {
  const { rules } = terms;
  const { payment, owner, caller } = write;
  const record = ledger.records[payment] ?? null;
  if (record === null || (!rules.beginKeepsUnknown && record.state === "unknown")) {
    const noted = ledger.epoch ? ledger : { ...ledger, epoch: true };
    if (write.claim === false) return [{ kind: "absent" }, noted];
    const slot = write.claim === "with slot";
    const refused = slot ? refusedSlot(noted, write, terms) : null;
    if (refused !== null) return [refused, noted];
    const claimed: LedgerRecord = {
      ...{ state: "claimed", owner, leased: true, by: caller },
      ...{ evidence: -1, answer: NOBODY, boundTo: "", trail: 0, slot, reserves: false },
    };
    return [{ kind: "claimed" }, withSlot(withRecord(noted, payment, claimed), payment, slot)];
  }
  if (record.state === "claimed" && record.owner === owner) return [{ kind: "claimed" }, ledger];
  const proved = proves(record, caller);
  const idle = record.state === "credited" && (record.owner === NOBODY || !record.leased);
  if (
    idle &&
    write.rebind === true &&
    CALLERS[caller].walletProved &&
    write.resume &&
    rules.proverComesFirst
  ) {
    const bound = { ...record, owner, leased: true, by: caller };
    return [{ kind: "taken-over", record: bound, proved }, withRecord(ledger, payment, bound)];
  }
  const free = !record.leased || !rules.takeOverWaitsForLease;
  const entitled = (sameRequest(record, caller) && proved) || !rules.takeOverAsksForProof;
  if (isHeld(record) && free && entitled && write.resume) {
    const taken = { ...record, owner, leased: true };
    return [{ kind: "taken-over", record: taken, proved }, withRecord(ledger, payment, taken)];
  }
  return [{ kind: "record", record, proved }, ledger];
}

const isBoundToOther = ({ binding }: Ledger, payment: number, caller: Caller): boolean =>
  binding !== null && (binding.payment !== payment || binding.fingerprint !== CALLERS[caller].fingerprint);

function takeSlot(ledger: Ledger, write: Of<"take-slot">, terms: Terms): Outcome {
  const { payment, owner } = write;
  const record = ledger.records[payment] ?? null;
  if (record?.state !== "claimed") return [LOST, ledger];
  if (terms.rules.takeSlotAsksForOwner && record.owner !== owner) return [LOST, ledger];
  if (record.slot) return [OK, ledger];
  const refused = refusedSlot(ledger, write, terms);
  if (refused !== null) return [refused, ledger];
  return [OK, withSlot(withRecord(ledger, payment, { ...record, slot: true }), payment, true)];
}

const isTaken = ({ reserved }: Ledger, payment: number): boolean =>
  reserved !== null && reserved.payment !== payment;

/** What a payment has reserved is its own for good; what it lost meanwhile is another's. */
const reservedForGood = ({ reserved }: Ledger, payment: number, reserves: boolean): Ledger["reserved"] =>
  reserves && (reserved === null || reserved.payment === payment) ? { payment, pending: false } : reserved;

function intent(ledger: Ledger, write: Of<"intent">, { rules }: Terms): Outcome {
  const { payment, owner, caller, evidence, key } = write;
  const record = ledger.records[payment] ?? null;
  if (record === null || (rules.intentAsksForState && record.state !== "claimed")) return [LOST, ledger];
  if (rules.intentAsksForOwner && record.owner !== owner) return [LOST, ledger];
  if (key && rules.intentComparesBinding && isBoundToOther(ledger, payment, caller))
    return [{ kind: "bound" }, ledger];
  if (write.reserve && rules.intentReserves && isTaken(ledger, payment)) return [{ kind: "taken" }, ledger];
  const { fingerprint } = CALLERS[caller];
  const written = { evidence, answer: owner, boundTo: key ? fingerprint : "", reserves: write.reserve };
  const settling: LedgerRecord = { ...record, ...written, state: "settling", leased: true };
  return [
    OK,
    {
      ...withRecord(ledger, payment, settling),
      open: put(ledger.open, payment, true),
      slots: put(ledger.slots, payment, record.slot),
      binding: key ? { payment, fingerprint } : ledger.binding,
      reserved: write.reserve ? (ledger.reserved ?? { payment, pending: true }) : ledger.reserved,
    },
  ];
}

const applied = (ledger: Ledger, payment: number): readonly number[] =>
  put(ledger.effects, payment, Math.min(2, (ledger.effects[payment] ?? 0) + 1));

function settled(ledger: Ledger, { payment }: Of<"settled">, { rules }: Terms): Outcome {
  const record = ledger.records[payment] ?? null;
  if (rules.settledOnce && record?.state === "settled") return [{ kind: "already" }, ledger];
  if (record === null) return [LOST, ledger];
  const open = record.state === "settling" || record.state === "unknown";
  if (!open && rules.settledAsksForState && record.state !== "settled") return [LOST, ledger];
  return [
    OK,
    {
      ...withRecord(ledger, payment, {
        ...record,
        ...{ state: "settled", owner: NOBODY, leased: false, trail: 0, slot: false, reserves: false },
      }),
      open: rules.settledClosesIndex ? put(ledger.open, payment, false) : ledger.open,
      slots: put(ledger.slots, payment, false),
      reserved: reservedForGood(ledger, payment, record.reserves),
      effects: applied(ledger, payment),
    },
  ];
}

function unknown(ledger: Ledger, { payment, owner, trail }: Of<"unknown">, { rules }: Terms): Outcome {
  const record = ledger.records[payment] ?? null;
  if (record?.state !== "settling") return [LOST, ledger];
  if (rules.unknownAsksForOwner && record.owner !== owner) return [LOST, ledger];
  const noted = { trail: trail === 0 ? record.trail : trail };
  return [
    OK,
    withRecord(ledger, payment, { ...record, ...noted, state: "unknown", owner: NOBODY, leased: false }),
  ];
}

function searched(ledger: Ledger, { payment, evidence, from, to }: Of<"searched">): Outcome {
  const record = ledger.records[payment] ?? null;
  if (record?.state !== "settling" && record?.state !== "unknown") return [LOST, ledger];
  if (record.evidence !== evidence || record.trail !== from) return [LOST, ledger];
  return [OK, withRecord(ledger, payment, { ...record, trail: to })];
}

function remove(ledger: Ledger, payment: number, record: LedgerRecord, { rules }: Terms): Ledger {
  // Its own binding only: the key may belong to another payment by now.
  const { binding } = ledger;
  const ours = binding?.payment === payment && binding.fingerprint === record.boundTo;
  return {
    ...withRecord(ledger, payment, null),
    open: put(ledger.open, payment, false),
    slots: put(ledger.slots, payment, false),
    binding: ours && rules.releaseUnbinds ? null : binding,
    reserved: ledger.reserved?.payment === payment && ledger.reserved.pending ? null : ledger.reserved,
  };
}

function release(ledger: Ledger, write: Of<"release">, terms: Terms): Outcome {
  const record = ledger.records[write.payment] ?? null;
  const releasable = record?.state === "claimed" || (record?.state === "settling" && write.evenSettling);
  if (record === null || !releasable) return [LOST, ledger];
  if (terms.rules.releaseAsksForOwner && record.owner !== write.owner) return [LOST, ledger];
  return [OK, remove(ledger, write.payment, record, terms)];
}

function releaseUnmoved(ledger: Ledger, write: Of<"release-unmoved">, terms: Terms): Outcome {
  const record = ledger.records[write.payment] ?? null;
  const { rules } = terms;
  const free = record?.state === "settling" && (!record.leased || !rules.releaseWaitsForLease);
  if (record === null || !(free || record.state === "unknown")) return [LOST, ledger];
  if (rules.releaseComparesEvidence && record.evidence !== write.evidence) return [LOST, ledger];
  return [OK, { ...remove(ledger, write.payment, record, terms), cooldown: true }];
}

function credit(ledger: Ledger, write: Of<"credit">, { rules }: Terms): Outcome {
  const { payment, owner, caller, evidence, age } = write;
  const record = ledger.records[payment] ?? null;
  if (record === null || (rules.creditAsksForOwner && (record.state !== "claimed" || record.owner !== owner)))
    return [LOST, ledger];
  if (age === "old") return [{ kind: "spent" }, ledger];
  if (age === "before-epoch" && rules.creditAsksForEpoch && !CALLERS[caller].walletProved)
    return [{ kind: "spent" }, ledger];
  const waits = !CALLERS[caller].walletProved && rules.creditWaits;
  const holder = { owner: waits ? NOBODY : owner, leased: true };
  const credited: LedgerRecord = { ...record, ...holder, state: "credited", evidence, slot: false };
  const after = withSlot(withRecord(ledger, payment, credited), payment, false);
  return [waits ? { kind: "waits" } : OK, { ...after, open: put(ledger.open, payment, true) }];
}

function fulfil(ledger: Ledger, write: Of<"fulfil">, { rules }: Terms): Outcome {
  const { payment, owner, caller, key, reserve } = write;
  const record = ledger.records[payment] ?? null;
  if (record === null || (rules.fulfilAsksForState && record.state !== "credited")) return [LOST, ledger];
  if (rules.fulfilAsksForOwner && record.owner !== owner) return [LOST, ledger];
  if (key && isBoundToOther(ledger, payment, caller)) return [{ kind: "bound" }, ledger];
  if (reserve && isTaken(ledger, payment)) return [{ kind: "taken" }, ledger];
  const settledRecord: LedgerRecord = {
    ...record,
    state: "settled",
    owner: NOBODY,
    leased: false,
    answer: owner,
  };
  return [
    OK,
    {
      ...withRecord(ledger, payment, settledRecord),
      open: put(ledger.open, payment, false),
      debts: put(ledger.debts, payment, false),
      binding: key ? { payment, fingerprint: CALLERS[caller].fingerprint } : ledger.binding,
      reserved: reservedForGood(ledger, payment, reserve),
      effects: applied(ledger, payment),
    },
  ];
}

function releaseCredit(ledger: Ledger, { payment, owner }: Of<"release-credit">, { rules }: Terms): Outcome {
  const record = ledger.records[payment] ?? null;
  if (record?.state !== "credited") return [LOST, ledger];
  if (rules.releaseCreditAsksForOwner && record.owner !== owner) return [LOST, ledger];
  return [OK, withRecord(ledger, payment, { ...record, owner: NOBODY, leased: false })];
}

function owed(ledger: Ledger, { payment }: Of<"owed">): Outcome {
  if (ledger.records[payment]?.state !== "credited") return [LOST, ledger];
  const { open, debts } = ledger;
  return [OK, { ...ledger, open: put(open, payment, false), debts: put(debts, payment, true) }];
}

function dropOpen(ledger: Ledger, { payment }: Of<"drop-open">, { rules }: Terms): Outcome {
  const record = ledger.records[payment] ?? null;
  if (rules.dropAsksForRecord && record !== null) return [LOST, ledger];
  return [OK, { ...ledger, open: put(ledger.open, payment, false) }];
}

/** Runs one script. */
export function apply(ledger: Ledger, write: Write, terms: Terms): Outcome {
  switch (write.op) {
    case "begin":
      return begin(ledger, write, terms);
    case "take-slot":
      return takeSlot(ledger, write, terms);
    case "intent":
      return intent(ledger, write, terms);
    case "settled":
      return settled(ledger, write, terms);
    case "unknown":
      return unknown(ledger, write, terms);
    case "searched":
      return searched(ledger, write);
    case "release":
      return release(ledger, write, terms);
    case "release-unmoved":
      return releaseUnmoved(ledger, write, terms);
    case "credit":
      return credit(ledger, write, terms);
    case "fulfil":
      return fulfil(ledger, write, terms);
    case "release-credit":
      return releaseCredit(ledger, write, terms);
    case "owed":
      return owed(ledger, write);
    case "drop-open":
      return dropOpen(ledger, write, terms);
  }
}

/** A payment's lease runs out, and its slot with it: a claim is gone, what is past its intent stays. */
export function leaseEnds(ledger: Ledger, payment: number): Ledger {
  const record = ledger.records[payment] ?? null;
  if (record === null || !record.leased) return ledger;
  const after = record.state === "claimed" ? null : { ...record, leased: false };
  return withSlot(withRecord(ledger, payment, after), payment, false);
}
