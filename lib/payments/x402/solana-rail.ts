import { env } from "../../env";
import { describe, log } from "../../http/log";
import { diagnoseSolana } from "../chain/solana-diagnosis";
import { SolanaEvidence, lookupSolana } from "../chain/solana-lookup";
import { settleWith, verifyWith } from "../facilitators/failover";
import { reasonFor } from "../facilitators/refusals";
import { facilitatorOf } from "../facilitators/supported";
import { asker } from "../chain/json-rpc";
import type { Rail, Verification } from "../rail";
import { REASONS, type Reason } from "../reasons";
import type { SolanaPayment } from "./solana-payment";

/** Our own node's opinion of a payment that a facilitator refused without saying why. */
async function diagnose(payment: SolanaPayment): Promise<Reason | "already-used" | null> {
  const url = env().SOLANA_RPC_URL;
  const wire = payment.payload.payload.transaction;
  if (url === undefined || typeof wire !== "string") return null;
  try {
    return await diagnoseSolana(url, wire);
  } catch (error) {
    log.warn("solana_diagnosis_failed", { why: describe(error) }); // the refusal stands, only less precise
    return null;
  }
}

const refused = (reason: Reason, detail: string): Verification => ({
  kind: "refused",
  reason,
  message: REASONS[reason],
  detail,
});

/** x402 `exact` on Solana: only the facilitator whose fee payer the transaction names can complete it. */
export const solanaRail: Rail<SolanaPayment> = {
  name: "x402-solana",

  async verify(payment) {
    const facilitator = await facilitatorOf(payment.feePayer, payment.network);
    if (facilitator === null) return refused("unsupported_payment", "unknown fee payer");
    const verified = await verifyWith([facilitator], payment.payload, payment.requirement);
    if (verified.kind !== "refused") return verified;
    const reason = reasonFor(verified.code);
    if (reason !== "payment_rejected") return refused(reason, verified.code);
    const diagnosis = await diagnose(payment);
    return diagnosis === "already-used"
      ? { kind: "already-used", detail: verified.code }
      : refused(diagnosis ?? "payment_rejected", verified.code);
  },

  async settle({ feePayer, network, payload, requirement }, by) {
    const facilitator = await facilitatorOf(feePayer, network);
    if (facilitator === null) return { kind: "not-sent", detail: "unknown fee payer" };
    return settleWith([facilitator], by, payload, requirement);
  },

  async lookup(evidence, sent, signal) {
    const url = env().SOLANA_RPC_URL;
    if (url === undefined) return { kind: "open", why: "SOLANA_RPC_URL is not set" };
    return lookupSolana(asker(url, signal), SolanaEvidence.parse(evidence), sent);
  },
};
