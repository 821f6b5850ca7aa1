import { env } from "../../env";
import { describe } from "../../http/log";
import { asker } from "../chain/json-rpc";
import { lookupSolana, SolanaEvidence } from "../chain/solana-lookup";
import { sendSolana } from "../chain/solana-send";
import { simulateSolana } from "../chain/solana-simulation";
import type { Rail, Verification } from "../rail";
import { REASONS, type Reason } from "../reasons";
import type { MppPayment } from "./mpp-payment";
import { MPP_RAIL } from "./receipt";

/** What our own node refuses is not a facilitator's word; and here the payer pays the fee too. */
const MESSAGES: Partial<Record<Reason, string>> = {
  insufficient_funds:
    "The paying wallet holds too little USDC, or too little SOL for the network's fee. Fund it and sign again.",
  payment_rejected: "The chain would not process the transaction. Sign a fresh one.",
};

const refused = (reason: Reason, detail: string): Verification => ({
  kind: "refused",
  reason,
  message: MESSAGES[reason] ?? REASONS[reason],
  detail,
});

const NO_NODE = "SOLANA_RPC_URL is not set";

/** MPP `charge` on Solana, settled by our own node: no facilitator takes these. */
export const mppRail: Rail<MppPayment> = {
  name: MPP_RAIL,

  async verify({ wire, pushed }) {
    // It moved before it came here: the till credits what the chain holds.
    if (pushed) return { kind: "already-used", detail: "sent by its payer" };
    const { SOLANA_RPC_URL: url, FACILITATOR_VERIFY_TIMEOUT_MS: timeoutMs } = env();
    if (url === undefined) return { kind: "unavailable", detail: NO_NODE };
    // The client's node may be a block ahead of what ours has confirmed.
    const options = { sigVerify: true, commitment: "processed" } as const;
    try {
      const simulated = await simulateSolana(asker(url, AbortSignal.timeout(timeoutMs)), wire, options);
      if (simulated.kind === "passes") return { kind: "valid", by: "node" };
      if (simulated.kind === "already-used") return { kind: "already-used", detail: "AlreadyProcessed" };
      return refused(simulated.reason ?? "payment_rejected", simulated.error);
    } catch (error) {
      return { kind: "unavailable", detail: describe(error) };
    }
  },

  async settle({ wire, transaction, pushed }) {
    if (pushed) return { kind: "unknown", detail: "sent by its payer" };
    const { SOLANA_RPC_URL: url, FACILITATOR_SETTLE_TIMEOUT_MS: timeoutMs } = env();
    if (url === undefined) return { kind: "not-sent", detail: NO_NODE };
    return sendSolana(url, wire, transaction, timeoutMs);
  },

  async lookup(evidence, sent, signal) {
    const url = env().SOLANA_RPC_URL;
    if (url === undefined) return { kind: "open", why: NO_NODE };
    return lookupSolana(asker(url, signal), SolanaEvidence.parse(evidence), sent);
  },
};
