import { DEFAULT_LIMITS } from "@/lib/catalog/define";
import type { Claim, Intent } from "@/lib/payments/ledger/ledger";
import { CALLERS, isWaiting, proves, type Caller, type Reply, type Write } from "../records";

/** The payments that the real ledger is shown, and its words for what the model calls by its own. */

/** How long things last here: each much longer than many of the ones before, so that they end one after another. */
export const LEASE_MS = 10;
export const COOLDOWN_MS = 10_000;
/** The ledger's own, which is no setting. */
export const UNKNOWN_SLOT_MS = 15 * 60_000;
export const ANSWER_MS = 1_000_000_000;
export const KEY_MS = 1_000_000_000_000;
export const MAX_AGE_MS = 1_000_000_000_000_000;
export const START_MS = 1_790_000_000_000;

export const BINDING = "binding";
export const PAYER = `0x${"11".repeat(20)}`;
export const paymentKey = (payment: number): string => `pay:${payment}`;
export const effectsKey = (payment: number): string => `effects:${payment}`;

/** Of each signed payment. They have one nonce, which the ledger does not read. */
export const EVIDENCE = [0, 1, 2].map((payment) => ({
  from: PAYER,
  to: `0x${"22".repeat(20)}`,
  value: "20000",
  asset: `0x${"33".repeat(20)}`,
  nonce: `0x${"44".repeat(32)}`,
  validBefore: String(START_MS / 1000 + 120 + payment),
}));
const EVIDENCE_TEXTS = EVIDENCE.map((evidence) => JSON.stringify(evidence));
export const evidenceText = (payment: number): string => EVIDENCE_TEXTS[payment] ?? "";
export const evidenceOf = (text: string): number => EVIDENCE_TEXTS.indexOf(text);

/** How far a search has come; 0 says that nothing is noted. */
export const trailText = (trail: number): string => (trail === 0 ? "" : `{"progress":"${trail}"}`);
export const trailOf = (text: string): number => [0, 1, 2].findIndex((trail) => trailText(trail) === text);

/** The answer that an owner makes, and whose an answer is. */
export const answerBy = (owner: string) => ({ by: owner });
export const ownerOf = (text: string): string => /^{"by":"(\w+)"}$/.exec(text)?.[1] ?? `no answer: ${text}`;

export const claimOf = (payment: number, owner: string, caller: Caller, key: boolean): Claim => ({
  ...{ paymentKey: paymentKey(payment), owner, leaseMs: LEASE_MS, ...CALLERS[caller] },
  ...{ idempotency: "", entry: "/api/x", payer: PAYER, rail: "x402-evm" },
  ...{
    slots: DEFAULT_LIMITS.slots,
    bindingKey: key ? BINDING : null,
    network: "192.0.2.0/24",
    household: "192.0.2.7",
  },
  request: "{}",
  walletProved: CALLERS[caller].walletProved && "for this request",
});

export const bindingOf = (payment: number, caller: Caller): NonNullable<Intent["binding"]> => ({
  key: BINDING,
  value: `${CALLERS[caller].fingerprint} ${paymentKey(payment)}`,
});

/** What can be had once. */
export const UNIQUE = "unique";
export const reserveOf = (payment: number): Intent["reserve"] => [
  { key: UNIQUE, value: `of ${payment}`, taken: "It is taken." },
];

export const effectsOf = (payment: number): Intent["effects"] => [{ command: ["INCR", effectsKey(payment)] }];

/** What the ledger's functions tell of a script's reply, in the model's terms; null where they tell nothing. */
export function replyOf(write: Write, reply: Reply): unknown {
  switch (write.op) {
    case "begin": {
      if (reply.kind !== "record" && reply.kind !== "taken-over") return reply.kind;
      const { state, by, evidence, answer, trail } = reply.record;
      const kept = state === "settled" && answer !== "" ? answer : null;
      return [
        reply.kind,
        state,
        CALLERS[by].fingerprint,
        proves(reply.record, write.caller),
        evidence,
        kept,
        trail,
        reply.kind === "record" && isWaiting(reply.record),
      ];
    }
    case "settled":
      return reply.kind === "ok" || reply.kind === "already";
    case "release":
      return write.evenSettling ? reply.kind === "ok" : null;
    case "release-unmoved":
    case "searched":
    case "owed":
      return reply.kind === "ok";
    case "unknown":
    case "release-credit":
    case "drop-open":
      return null;
    default:
      return reply.kind;
  }
}
