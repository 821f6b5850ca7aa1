import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { hasCode } from "@/lib/payments/chain/account-code";
import { diagnoseRefusal } from "@/lib/payments/chain/diagnosis";
import { diagnoseEvm } from "@/lib/payments/chain/evm-diagnosis";
import { isToBeDeployed } from "@/lib/payments/chain/erc6492";
import { EvmEvidence, lookupEvm } from "@/lib/payments/chain/evm-lookup";
import { rpcClient } from "@/lib/payments/chain/json-rpc";
import { settleWith, verifyWith } from "@/lib/payments/facilitators/failover";
import { facilitators } from "@/lib/payments/facilitators/list";
import { REASONS } from "@/lib/payments/reasons";
import type { Rail } from "../rail";
import type { EvmPayment } from "./evm-payment";

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

  async verify({ payload, requirement }) {
    const verified = await verifyWith(facilitators(), payload, requirement);
    if (verified.kind !== "refused") return verified;
    const url = env().EVM_RPC_URL;
    return diagnoseRefusal(verified, async () =>
      url === undefined ? null : diagnoseEvm(rpcClient(url), payload),
    );
  },

  settle: ({ payload, requirement }, by) => settleWith(facilitators(), by, payload, requirement),

  async lookup(evidence, sent, { signal }) {
    const url = env().EVM_RPC_URL;
    if (url === undefined) return { kind: "open", why: "EVM_RPC_URL is not set" };
    return lookupEvm(rpcClient(url, signal), EvmEvidence.parse(evidence), sent);
  },
};
