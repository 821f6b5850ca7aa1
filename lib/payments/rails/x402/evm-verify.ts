import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { hasCode } from "@/lib/chains/account-code";
import { untilBegun } from "@/lib/chains/block-time";
import { rpcClient } from "@/lib/chains/json-rpc";
import { REASONS } from "@/lib/payments/outcome/reasons";
import type { Rail, Verification } from "../rail";
import { evmRail as rail } from "./evm-rail";
import type { EvmPayment } from "./evm-payment";

const CONTRACT =
  "The paying account is a contract, and nobody here could verify its signature. Pay from a wallet whose own key signs.";

/** Whether our own node tells that the payer is a contract; false where it can't be asked. */
async function isContract(payer: string): Promise<boolean> {
  const url = env().EVM_RPC_URL;
  if (url === undefined) return false;
  return hasCode(rpcClient(url), payer).catch((error: unknown) => {
    log.warn("payer_code_unread", { why: describe(error) });
    return false;
  });
}

/** A refusal in general words of its signature or its kind says of a contract's payment that it is one. */
async function namingContracts(
  verified: Verification,
  { payer, knownBy }: EvmPayment,
): Promise<Verification> {
  if (verified.kind !== "refused" || knownBy !== "verification") return verified;
  const { reason, message } = verified;
  const isGeneral = message === REASONS[reason];
  const mayBeContract = reason === "invalid_signature" || reason === "unsupported_payment";
  return isGeneral && mayBeContract && (await isContract(payer))
    ? { ...verified, message: CONTRACT }
    : verified;
}

/** The rail of Base: a payment whose time begins with the next block waits for that, and contracts are called so. */
export const evmRail: Rail<EvmPayment> = {
  ...rail,
  verify: async (payment, ...asked) => {
    await untilBegun(payment.validAfter);
    return namingContracts(await rail.verify(payment, ...asked), payment);
  },
};
