import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { hasCode } from "@/lib/chains/account-code";
import { isToBeDeployed } from "@/lib/chains/erc6492";
import { diagnoseEvm, explainEvm, Signed } from "@/lib/chains/evm-diagnosis";
import { EvmEvidence, lookupEvm } from "@/lib/chains/evm-lookup";
import { rpcClient } from "@/lib/chains/json-rpc";
import { evmNodes, lookInTurn } from "@/lib/chains/nodes";
import { evmReadings } from "@/lib/payments/funds/evm-funds";
import { executedFunds } from "@/lib/payments/funds/evm-transfer";
import { fundsBy } from "@/lib/payments/funds/funds";
import { inOrder, settleWith, verifyWith } from "@/lib/payments/facilitators/failover";
import { activeFacilitators } from "@/lib/payments/facilitators/list";
import { REASONS } from "@/lib/payments/outcome/reasons";
import { now } from "@/lib/time";
import type { Rail } from "../rail";
import type { EvmPayment } from "./evm-payment";

/** A second facilitator needs as long as it may take to settle, and its answer some time to be written down. */
const HAND_ON_MS = 10_000;

/** x402 `exact` on Base: any facilitator can verify and settle any payment. */
export const evmRail: Rail<EvmPayment> = {
  name: "x402-evm",

  async objectionToSignature({ payer, signature }) {
    const url = env().EVM_RPC_URL;
    if (url === undefined || isToBeDeployed(signature)) return null;
    try {
      if (await hasCode(rpcClient(url), payer)) return null;
    } catch (error) {
      log.warn("payer_code_unread", { why: describe(error) }); // a facilitator judges it then
      return null;
    }
    return { reason: "invalid_signature", message: REASONS.invalid_signature };
  },

  async funds({ payer, amount, knownBy, payload, requirement: { asset } }) {
    const signed = Signed.parse(payload.payload);
    const { nonce } = signed.authorization;
    const nodes = evmNodes();
    const wanted = { key: `${asset} ${payer}`, amount: BigInt(amount), asset: "USDC", unit: "block" };
    const funds = await fundsBy(nodes, evmReadings({ asset, from: payer, nonce }), wanted);
    return knownBy === "signature" ? funds : executedFunds(nodes, asset, signed, funds);
  },

  verify: ({ payload, requirement, payer }, asker) =>
    verifyWith(activeFacilitators(), {
      ...{ payload, requirement, payer, ...asker },
      diagnose: async () => {
        const url = env().EVM_RPC_URL;
        return url === undefined
          ? null
          : diagnoseEvm(rpcClient(url), requirement.asset, Signed.parse(payload.payload));
      },
    }),

  settlers: (_, by) => Promise.resolve(inOrder(activeFacilitators(), by).map(({ url }) => url)),

  settle: ({ payload, requirement }, by, until) =>
    settleWith(activeFacilitators(), {
      ...{ by, payload, requirement, until },
      explain: async () => {
        const url = env().EVM_RPC_URL;
        return url === undefined
          ? "unclear"
          : explainEvm(rpcClient(url), requirement.asset, Signed.parse(payload.payload));
      },
      // One nonce moves money once, so that a node's stale "unused" harms nobody.
      mayHandOn: () => until - now() >= HAND_ON_MS,
    }),

  async lookup(evidence, sent, look) {
    const known = EvmEvidence.parse(evidence);
    return lookInTurn(evmNodes(), look, (callRpc, from) => lookupEvm(callRpc, known, sent, from));
  },
};
