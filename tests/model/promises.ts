import { CALLERS, type LedgerRecord } from "./records";
import { mayRead, SLOTS, slotName, type Setting, type World, type WorldStep } from "./world";

/**
 * What must hold in every state and at every step, whatever goes wrong. Each promise is a sentence and a check; the
 * check answers whether the step from `before` breaks it.
 */

interface Promised {
  promise: string;
  broken(before: World, step: WorldStep, setting: Setting): boolean;
}

const isRecorded = (record: LedgerRecord | null | undefined, payment: number): boolean =>
  record !== null &&
  record !== undefined &&
  (record.state === "settling" || record.state === "unknown" || record.state === "settled") &&
  record.evidence === payment;

/** A request of ours may still move it: one is under way, or a call is about to send one. */
const mayMoveByUs = (world: World, payment: number): boolean =>
  world.chains[payment]?.state === "open" &&
  (world.chains[payment].pending ||
    world.calls.some((call) => call?.at === "settle" && call.payment === payment));

const movedByUs = (world: World, payment: number): boolean =>
  world.chains[payment]?.state === "moved" && world.chains[payment].byUs;

export const PROMISES: readonly Promised[] = [
  {
    promise:
      "a call that sends a payment holds it, unless its lease ran out or the payment was settled meanwhile",
    broken(before, { event }) {
      if (event?.kind !== "sends" || event.call.overran || before.wiped) return false;
      const record = before.ledger.records[event.key];
      return record?.state !== "settled" && record?.owner !== slotName(before.calls.indexOf(event.call));
    },
  },
  {
    promise:
      "no call takes a payment from its holder while the lease runs, unless it is proved to have moved",
    broken: (before, { next }) =>
      next.wiped === before.wiped &&
      before.ledger.records.some((held, payment) => {
        const slot = SLOTS.indexOf(held?.owner ?? "");
        // The holder itself may give it away, also by a write that was held up.
        if (held === null || !held.leased || slot < 0 || before.calls[slot] !== next.calls[slot])
          return false;
        if (before.late !== null && "owner" in before.late && before.late.owner === held.owner) return false;
        const record = next.ledger.records[payment] ?? null;
        if (record === null) return held.state !== "claimed";
        return record.owner !== held.owner && record.state !== "settled";
      }),
  },
  {
    promise: "only a call with a payment's request and its proof comes to hold it",
    broken: (_, { next }) =>
      next.ledger.records.some((record) => {
        const call = record === null ? null : next.calls[SLOTS.indexOf(record.owner)];
        return record !== null && call !== null && call !== undefined && !mayRead(record.by, call.caller);
      }),
  },
  {
    promise: "a call that answers a credited payment holds it",
    broken: (before, { event }) =>
      event?.kind === "answered" &&
      event.call.at === "fulfil" &&
      event.answer === "answer" &&
      before.ledger.records[event.of]?.owner !== slotName(before.calls.indexOf(event.call)),
  },
  {
    promise: "what we sent is recorded for as long as it may land, and ever after it has",
    broken: (_, { next }, { payments }) =>
      !next.wiped &&
      payments.some(
        (key, payment) =>
          (mayMoveByUs(next, payment) || movedByUs(next, payment)) &&
          !isRecorded(next.ledger.records[key], payment),
      ),
  },
  {
    promise: "no answer leaves before its payment has moved",
    broken: (_, { event, next }, { payments }) =>
      event?.kind === "answered" &&
      event.answer === "answer" &&
      !payments.some((key, payment) => key === event.of && next.chains[payment]?.state === "moved"),
  },
  {
    promise: "an answer is for who claimed the payment, by its request and its proof",
    broken(before, { event }) {
      if (event?.kind !== "answered" || event.answer !== "answer") return false;
      const record = before.ledger.records[event.of];
      return record !== null && record !== undefined && !mayRead(record.by, event.call.caller);
    },
  },
  {
    promise: "one payment buys one answer",
    broken(before, { event, next }) {
      if (event?.kind !== "answered" || event.answer !== "answer" || next.wiped) return false;
      const answered = before.answered[event.of];
      return answered === "other" || (answered === "kept" && !event.kept);
    },
  },
  {
    promise:
      "a payer who was answered before the store lost its memory is credited again only by proof of the wallet",
    broken: (before, { event }) =>
      event?.kind === "answered" &&
      event.answer === "answer" &&
      event.call.at === "fulfil" &&
      before.answered[event.of] === "before-wipe" &&
      before.ledger.records[event.of]?.by !== "holder",
  },
  {
    promise: "no challenge leaves for a payment that we moved or may still move",
    broken: (_, { event, next }) =>
      event?.kind === "answered" &&
      event.answer === "challenge" &&
      !next.wiped &&
      (movedByUs(next, event.call.payment) || mayMoveByUs(next, event.call.payment)),
  },
  {
    promise: "no challenge leaves for a payment that had moved when it was last looked at",
    broken: (_, { event }) =>
      event?.kind === "answered" && event.answer === "challenge" && event.call.sawMoved,
  },
  {
    promise: "no call answers that nothing was charged when we have moved its payment",
    broken: (_, { event, next }) =>
      event?.kind === "answered" &&
      event.answer === "not-charged" &&
      !next.wiped &&
      movedByUs(next, event.call.payment),
  },
  {
    promise: "no call ends in an unforeseen failure",
    broken: (_, { event }) => event?.kind === "answered" && event.answer === "crash",
  },
  {
    promise: "effects are applied once, with the settled state",
    broken: (_, { next }) =>
      next.ledger.effects.some(
        (count, payment) => count !== (next.ledger.records[payment]?.state === "settled" ? 1 : 0),
      ),
  },
  {
    promise: "a settled payment has its answer",
    broken: (_, { next }) =>
      next.ledger.records.some((record) => record?.state === "settled" && record.answer === ""),
  },
  {
    promise: "the index of open payments holds what is sent and open, or credited, and no others",
    broken: (_, { next }) =>
      next.ledger.records.some(
        (record, payment) =>
          (record?.state === "settling" || record?.state === "unknown" || record?.state === "credited") !==
          next.ledger.open[payment],
      ),
  },
  {
    promise: "a payment that others sent is kept for a proof of its wallet before it is anybody's",
    broken: (before, { next }) =>
      next.ledger.records.some((record, payment) => {
        const isNew = record?.state === "credited" && before.ledger.records[payment]?.state === "claimed";
        const call = isNew ? next.calls[SLOTS.indexOf(record.owner)] : null;
        return call !== null && call !== undefined && !CALLERS[call.caller].walletProved;
      }),
  },
  {
    promise: "one idempotency key moves one payment of ours",
    broken: (_, { next }, { payments, key }) =>
      key && !next.wiped && new Set(payments.filter((_key, payment) => movedByUs(next, payment))).size > 1,
  },
  {
    promise: "an idempotency key belongs to a payment that is kept",
    broken: (_, { next: { ledger } }) =>
      ledger.binding !== null && (ledger.records[ledger.binding.payment] ?? null) === null,
  },
  {
    promise:
      "what can be had once is one payment's: pending while that is open, and for good when it is sold",
    broken: (_, { next: { ledger, wiped } }) => {
      if (ledger.reserved === null || wiped) return false;
      const state = ledger.records[ledger.reserved.payment]?.state;
      return ledger.reserved.pending ? state !== "settling" && state !== "unknown" : state !== "settled";
    },
  },
  {
    promise: "nothing is sold for what another payment has",
    broken: (_, { next: { ledger } }) =>
      ledger.records.some(
        (record, payment) => record?.reserves === true && ledger.reserved?.payment !== payment,
      ),
  },
  {
    promise: "a payer has no more slots than allowed",
    broken: (_, { next: { ledger } }, { maxSlots }) => ledger.slots.filter(Boolean).length > maxSlots,
  },
  {
    promise: "what is made for a payment that has not moved is made in a slot of its payer",
    broken: (_, { next }, { payments }) =>
      !next.wiped &&
      next.calls.some(
        (call, slot) =>
          call !== null &&
          next.ledger.records[payments[call.payment] ?? 0]?.owner === slotName(slot) &&
          (call.at === "intent" || (call.at === "settle" && call.seller)) &&
          !call.overran &&
          next.chains[call.payment]?.state !== "moved" &&
          next.ledger.slots[payments[call.payment] ?? 0] !== true,
      ),
  },
  {
    promise: "no call says that its payer has no slot of a payment that had moved",
    broken: (before, { event }) =>
      event?.kind === "answered" &&
      event.call.at === "busy-look" &&
      event.answer === "not-charged" &&
      before.chains[event.call.payment]?.state === "moved",
  },
];

/** The first promise that a step breaks, or null. */
export function brokenPromise(before: World, step: WorldStep, setting: Setting): string | null {
  for (const { promise, broken } of PROMISES) if (broken(before, step, setting)) return promise;
  return null;
}
