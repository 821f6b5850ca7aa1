import { vi } from "vitest";
import type { Age, Write } from "../records";
import {
  ANSWER_MS,
  answerBy,
  BINDING,
  bindingOf,
  claimOf,
  COOLDOWN_MS,
  effectsKey,
  effectsOf,
  evidenceOf,
  evidenceText,
  KEY_MS,
  LEASE_MS,
  MAX_AGE_MS,
  ownerOf,
  PAYER,
  paymentKey,
  reserveOf,
  START_MS,
  trailOf,
  trailText,
  UNIQUE,
} from "./fixtures";
import { commands, type Names } from "./snapshot";
import { openStore, type Gate, type Store } from "./store";

/** The product's own ledger functions and scripts, driven by the model's writes. */
export interface RealLedger extends Store {
  names: Names;
  /** What the ledger's function answers to a write, in the model's terms. */
  run(write: Write): Promise<unknown>;
}

const TEXTS = { facts: "{}", receipt: "{}" };

export async function openRealLedger(options: { socket: boolean; gate?: Gate }): Promise<RealLedger> {
  vi.stubEnv("LEDGER_ANSWER_TTL_SEC", String(ANSWER_MS / 1000));
  vi.stubEnv("LEDGER_KEY_TTL_SEC", String(KEY_MS / 1000));
  vi.stubEnv("LEDGER_COOLDOWN_MS", String(COOLDOWN_MS));
  const store = await openStore(options);
  vi.resetModules(); // the settings and the store's client are read once a module
  const ledger = await import("@/lib/payments/ledger/ledger");
  const { credit, fulfil, owe, releaseCredit } = await import("@/lib/payments/ledger/credit");
  const { dropOpen } = await import("@/lib/payments/ledger/open-payments");
  const { keys } = await import("@/lib/store/keys");

  async function landedAt(age: Age): Promise<number> {
    if (age === "old") return store.clock.now - MAX_AGE_MS - 1;
    if (age === "fresh") return store.clock.now;
    const [epoch] = await commands(store.engine, [["GET", keys.ledgerEpoch()]]);
    return Number(epoch ?? store.clock.now) - 2_000;
  }

  async function begin(write: Extract<Write, { op: "begin" }>): Promise<unknown> {
    const claim = claimOf(write.payment, write.owner, write.caller, write.key);
    const begun = await ledger.begin(claim, write);
    if (!("record" in begun)) return begun.kind;
    const { state, fingerprint, proved, evidence, answer, trail, waitMs } = begun.record;
    return [
      begun.kind,
      state,
      fingerprint,
      proved,
      evidenceOf(evidence),
      answer === null ? null : ownerOf(answer),
      trailOf(trail),
      waitMs > 0,
    ];
  }

  async function run(write: Write): Promise<unknown> {
    const { payment } = write;
    const ref = { paymentKey: paymentKey(payment), payer: PAYER };
    const owner = "owner" in write ? write.owner : "";
    const key = "key" in write && write.key;
    const claim = claimOf(payment, owner, "caller" in write ? write.caller : "buyer", key);
    const sale = {
      answer: JSON.stringify(answerBy(owner)),
      effects: effectsOf(payment),
      reserve: "reserve" in write && write.reserve ? reserveOf(payment) : [],
      binding: "key" in write && key ? bindingOf(payment, write.caller) : null,
    };
    switch (write.op) {
      case "begin":
        return begin(write);
      case "take-slot":
        return (await ledger.takeSlot(claim)).kind;
      case "intent":
        return (
          await ledger.writeIntent(claim, { ...TEXTS, ...sale, evidence: evidenceText(write.evidence) })
        ).kind;
      case "settled":
        return ledger.markSettled(ref, "{}");
      case "release":
        return write.evenSettling ? ledger.release(claim) : (await ledger.abandonClaim(claim), null);
      case "release-unmoved":
        return ledger.releaseUnmoved(ref, evidenceText(write.evidence));
      case "credit": {
        const moved = { landedAt: await landedAt(write.age), maxAgeMs: MAX_AGE_MS };
        // For as long as a lease, so that both are over at once.
        const waitMs = claim.walletProved ? 0 : LEASE_MS;
        const texts = { ...TEXTS, evidence: evidenceText(write.evidence) };
        return (await credit(claim, { ...texts, ...moved, waitMs, resend: "" })).kind;
      }
      case "fulfil":
        return fulfil(claim, sale);
      case "unknown":
        return (await ledger.markUnknown(claim, trailText(write.trail)), null);
      case "searched": {
        const as = { evidence: evidenceText(write.evidence), trail: trailText(write.from) };
        return ledger.noteTrail({ ...ref, ...as }, trailText(write.to));
      }
      case "release-credit":
        return (await releaseCredit(claim), null);
      case "owed": {
        const debt = { payer: PAYER, network: "n", amount: "1", transaction: "t", at: START_MS };
        return (await owe(ref, debt)) === "ok";
      }
      case "drop-open":
        return (await dropOpen(ref), null);
    }
  }

  return {
    ...store,
    run,
    names: {
      record: (payment) => keys.payment(paymentKey(payment)),
      answer: (payment) => keys.answer(paymentKey(payment)),
      effects: effectsKey,
      totals: keys.ledgerTotals(),
      lastSales: keys.lastSales(),
      journal: keys.journal(),
      toConfirm: keys.toConfirm(),
      inVain: keys.inVain(),
      recoveryTurn: keys.recoveryTurn(),
      ...{
        open: keys.openPayments(),
        debts: keys.debts(),
        debtNotes: keys.debtNotes(),
        slots: keys.slots(PAYER),
        binding: BINDING,
        unique: UNIQUE,
        epoch: keys.ledgerEpoch(),
      },
      ...{ paymentKey, evidenceOf, trailOf, answerOf: ownerOf },
    },
  };
}
