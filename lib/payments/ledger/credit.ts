import { env } from "@/lib/env";
import { keys } from "@/lib/store/keys";
import type { Claim, Intent } from "./ledger";
import { reservedText } from "./reserve";
import { flag, isClosed, redisKeys, run } from "./run";
import { CREDIT, FULFIL, RELEASE_CREDIT } from "./scripts";

/** What crediting a payment records: as an intent, but for a payment that has moved already. */
export interface Credit extends Pick<Intent, "evidence" | "facts"> {
  receipt: string;
  /** When it landed, in milliseconds. */
  landedAt: number;
  /** How long ago that may be at most, in milliseconds. */
  maxAgeMs: number;
}

/**
 * Credits a claimed payment that the chain holds already. `spent`: it may have bought an answer before; `lost`: the
 * claim ran out or was taken.
 */
export async function credit(claim: Claim, moved: Credit): Promise<"ok" | "lost" | "spent"> {
  const { evidence, facts, receipt, landedAt, maxAgeMs } = moved;
  const args = [
    ...[claim.owner, String(claim.leaseMs), evidence, facts, receipt, String(landedAt), String(maxAgeMs)],
    ...[String(env().LEDGER_KEY_TTL_SEC), flag(claim.walletProved)],
  ];
  const reply = await run(CREDIT, [...redisKeys(claim), keys.ledgerEpoch()], args);
  return reply === "ok" || reply === "spent" ? reply : "lost";
}

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
  const reply = await run(FULFIL, [...redisKeys(claim), ...(binding === null ? [] : [binding.key])], args);
  const [kind] = Array.isArray(reply) ? reply.map(String) : [];
  if (isClosed(kind, claim)) return "ok";
  return kind === "bound" || kind === "taken" ? kind : "lost";
}

/** Releases a credited payment for the next call with it. */
export async function releaseCredit(claim: Claim): Promise<void> {
  await run(RELEASE_CREDIT, redisKeys(claim), [claim.owner]);
}
