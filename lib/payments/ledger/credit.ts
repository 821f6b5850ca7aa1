import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import type { Claim, Intent } from "./ledger";
import { reservedText } from "./reserve";
import { type Debt, MAX_DEBTS } from "./debts";
import { flag, isClosed, type PaymentRef, redisKeys, run } from "./run";
import { CREDIT, FULFIL, OWED, RELEASE_CREDIT } from "./scripts";

/** What crediting a payment records: as an intent, but for a payment that has moved already. */
export interface Credit extends Pick<Intent, "evidence" | "facts"> {
  receipt: string;
  /** When it landed, in milliseconds. */
  landedAt: number;
  /** How long before it was first presented that may be at most, in milliseconds. */
  maxAgeMs: number;
  /** For how long from then on only a proof of its wallet has it, in milliseconds. */
  waitMs: number;
  /** The request by which a facilitator could settle it again if its block is dropped; empty where none can. */
  resend: string;
}

export type Credited = { kind: "ok" | "lost" | "spent" } | { kind: "waits"; waitMs: number };

/**
 * Credits a claimed payment that the chain holds already. `spent`: it may have bought an answer before; `lost`: the
 * claim ran out or was taken; `waits`: it is credited, and this claim is over until then.
 */
export async function credit(claim: Claim, moved: Credit): Promise<Credited> {
  const { evidence, facts, receipt, landedAt, maxAgeMs, waitMs, resend } = moved;
  const args = [
    ...[claim.owner, String(claim.leaseMs), evidence, facts, receipt, String(landedAt), String(maxAgeMs)],
    ...[
      String(env().LEDGER_KEY_TTL_SEC),
      flag(claim.walletProved === "for this request"),
      claim.paymentKey,
      claim.request,
    ],
    ...[claim.bindingKey ?? "", String(waitMs), resend],
  ];
  const reply = await run(CREDIT, [...redisKeys(claim), keys.ledgerEpoch()], args);
  const [kind, wait] = Array.isArray(reply) ? reply.map(String) : [];
  if (kind === "waits") return { kind, waitMs: Number(wait) };
  return { kind: kind === "ok" || kind === "spent" ? kind : "lost" };
}

/** The list of debts, for the scripts that put a payment there or take it away. */
const debtKeys = (): string[] => [keys.debts(), keys.debtNotes()];

/** Serves a credited payment: answer, effects and the settled state in one write. Refusals as in `writeIntent`. */
export async function fulfil(
  claim: Claim,
  { answer, effects, reserve, binding }: Pick<Intent, "answer" | "effects" | "reserve" | "binding">,
): Promise<"ok" | "lost" | "bound" | "taken"> {
  const ttl = String(env().LEDGER_ANSWER_TTL_SEC);
  const args = [
    ...[claim.owner, answer, JSON.stringify(effects.map(({ command }) => command))],
    ...[String(env().LEDGER_KEY_TTL_SEC), ttl, binding?.value ?? "", ttl],
    ...[claim.paymentKey, reservedText(reserve), keys.journal()],
  ];
  const own = [...debtKeys(), keys.toConfirm(), ...(binding === null ? [] : [binding.key])];
  const reply = await run(FULFIL, [...redisKeys(claim), ...own], args);
  const [kind] = Array.isArray(reply) ? reply.map(String) : [];
  if (isClosed(kind, claim)) return "ok";
  return kind === "bound" || kind === "taken" ? kind : "lost";
}

/**
 * Puts a credited payment that can't be served on the list of debts instead of the open one. `lost`: it is credited no
 * more; `full`: there are too many debts.
 */
export async function owe(payment: PaymentRef, debt: Debt): Promise<"ok" | "lost" | "full"> {
  const args = [payment.paymentKey, String(debt.at), JSON.stringify(debt), String(MAX_DEBTS)];
  const reply = await run(OWED, [...redisKeys(payment), ...debtKeys()], args);
  return reply === "ok" || reply === "full" ? reply : "lost";
}

/** Releases a credited payment for the next call with it. */
export async function releaseCredit(claim: Claim): Promise<void> {
  await run(RELEASE_CREDIT, redisKeys(claim), [claim.owner]);
}
