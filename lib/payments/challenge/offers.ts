import type { PaymentRequirements } from "@x402/core/types";
import type { BaseUnits } from "@/lib/catalog/money";
import { SENT_VERSIONS } from "@/lib/chains/transaction-versions";
import { MAX_TIMEOUT_SECONDS, type Networks } from "@/lib/chains/networks";

/** The recipients, by chain. An offer is made only where there is a wallet to receive it. */
export interface Merchant {
  networks: Networks;
  evmPayTo: string | undefined;
  solanaPayTo: string | undefined;
}

/** USDC on Base by EIP-3009 (x402 scheme `exact`). */
export function evmRequirement(merchant: Merchant, amount: BaseUnits): PaymentRequirements | null {
  if (merchant.evmPayTo === undefined) return null;
  const { id, usdc, domain } = merchant.networks.evm;
  return {
    scheme: "exact",
    network: id,
    amount: String(amount),
    asset: usdc,
    payTo: merchant.evmPayTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS.evm,
    extra: { name: domain.name, version: domain.version },
  };
}

/** USDC on Solana (x402 scheme `exact`); `feePayer` is the facilitator's, which the client must sign for. */
export function solanaRequirement(
  merchant: Merchant,
  amount: BaseUnits,
  feePayer: string,
): PaymentRequirements | null {
  if (merchant.solanaPayTo === undefined) return null;
  const { id, usdc } = merchant.networks.solana;
  return {
    scheme: "exact",
    network: id,
    amount: String(amount),
    asset: usdc,
    payTo: merchant.solanaPayTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS.solana,
    extra: { feePayer, transactionVersions: SENT_VERSIONS },
  };
}

/** All x402 offers of a price, in the order in which clients should try them: USDC on Base, then USDC on Solana. */
export function offersOf(
  merchant: Merchant,
  amount: BaseUnits,
  feePayer: string | null,
): PaymentRequirements[] {
  const evm = evmRequirement(merchant, amount);
  const solana = feePayer === null ? null : solanaRequirement(merchant, amount, feePayer);
  return [evm, solana].filter((offer) => offer !== null);
}
