import { env } from "@/lib/env";
import { describe } from "@/lib/http/log";
import { rpcClient } from "@/lib/chains/json-rpc";
import { lookInTurn, solanaNodes } from "@/lib/chains/nodes";
import { SolanaEvidence } from "@/lib/chains/solana-evidence";
import { lookupSolana } from "@/lib/chains/solana-lookup";
import { hasRunOut } from "@/lib/chains/solana-run-out";
import { simulateSolana } from "@/lib/chains/solana-simulation";
import { solanaFunds } from "@/lib/payments/funds/solana-funds";
import { timeoutSignal } from "@/lib/time";
import type { Rail } from "../rail";
import type { MppPayment } from "./mpp-payment";
import { NO_NODE, settleByNode } from "../settle-by-node";
import { MPP_RAIL } from "./receipt";

/** MPP `charge` on Solana, settled by our own node: no facilitator takes these. */
export const mppRail: Rail<MppPayment> = {
  name: MPP_RAIL,

  funds: ({ amount, evidence }) => solanaFunds(SolanaEvidence.parse(evidence).tokenAccount, amount, "USDC"),

  async verify({ wire, pushed }) {
    // It moved before it came here: the till credits what the chain holds.
    if (pushed) return { kind: "already-used", detail: "sent by its payer" };
    const { SOLANA_RPC_URL: url, FACILITATOR_VERIFY_TIMEOUT_MS: timeoutMs } = env();
    if (url === undefined) return { kind: "unavailable", detail: NO_NODE };
    try {
      const simulated = await simulateSolana(rpcClient(url, timeoutSignal(timeoutMs)), wire, {
        asset: "USDC",
      });
      switch (simulated.kind) {
        case "passes":
          return { kind: "valid", by: "node" };
        case "already-used":
          return { kind: "already-used", detail: "AlreadyProcessed" };
        case "fails":
          return { ...simulated, kind: "refused", detail: simulated.error };
      }
    } catch (error) {
      return { kind: "unavailable", detail: describe(error) };
    }
  },

  async settle({ wire, transaction, pushed }) {
    if (pushed) return { kind: "unknown", detail: "sent by its payer" };
    return settleByNode(wire, transaction, "USDC");
  },

  hasRunOut: ({ evidence }) => hasRunOut(SolanaEvidence.parse(evidence).blockhash),

  async lookup(evidence, sent, look) {
    const known = SolanaEvidence.parse(evidence);
    return lookInTurn(solanaNodes(), look, (callRpc, from) => lookupSolana(callRpc, known, sent, from));
  },
};
