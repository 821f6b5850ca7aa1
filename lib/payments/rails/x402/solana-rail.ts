import { env } from "@/lib/env";
import { rpcClient } from "@/lib/chains/json-rpc";
import { lookInTurn, solanaNodes } from "@/lib/chains/nodes";
import { diagnoseSolana, explainSolana } from "./solana-diagnosis";
import { SolanaEvidence } from "@/lib/chains/solana-evidence";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import { hasRunOut } from "@/lib/chains/solana-run-out";
import { solanaFunds } from "@/lib/payments/funds/solana-funds";
import { settleWith, verifyWith } from "@/lib/payments/facilitators/failover";
import { UNKNOWN_FEE_PAYER } from "@/lib/payments/facilitators/refusals";
import { facilitatorOf } from "@/lib/payments/facilitators/supported";
import type { Rail } from "../rail";
import type { SolanaPayment } from "./solana-payment";

/** x402 `exact` on Solana: only the facilitator whose fee payer the transaction names can complete it. */
export const solanaRail: Rail<SolanaPayment> = {
  name: "x402-solana",

  funds: ({ amount, evidence }) => solanaFunds(SolanaEvidence.parse(evidence).tokenAccount, amount, "USDC"),

  async verify({ feePayer, network, payload, requirement, payer }, asker) {
    const facilitator = await facilitatorOf(feePayer, network);
    if (facilitator === null)
      return {
        kind: "refused",
        reason: "unsupported_payment",
        message: UNKNOWN_FEE_PAYER,
        detail: "unknown fee payer",
      };
    return verifyWith([facilitator], {
      ...{ payload, requirement, payer, ...asker },
      diagnose: () => {
        const url = env().SOLANA_RPC_URL;
        return diagnoseSolana(url === undefined ? null : rpcClient(url), payload);
      },
    });
  },

  async settlers({ feePayer, network }) {
    const facilitator = await facilitatorOf(feePayer, network);
    return facilitator === null ? [] : [facilitator.url];
  },

  async settle({ feePayer, network, payload, requirement }, by, until) {
    const facilitator = await facilitatorOf(feePayer, network);
    if (facilitator === null) return { kind: "not-sent", detail: "unknown fee payer" };
    return settleWith([facilitator], {
      ...{ by, payload, requirement, until },
      explain: async () => {
        const url = env().SOLANA_RPC_URL;
        return url === undefined ? "unclear" : explainSolana(rpcClient(url), payload);
      },
      // Only the facilitator whose fee payer the transaction names can complete it.
      mayHandOn: () => false,
    });
  },

  hasRunOut: ({ evidence }) => hasRunOut(SolanaEvidence.parse(evidence).blockhash),

  async lookup(evidence, sent, look) {
    const known = SolanaEvidence.parse(evidence);
    return lookInTurn(solanaNodes(), look, (callRpc, from) => lookupSolana(callRpc, known, sent, from));
  },
};
