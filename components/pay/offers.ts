import type { PaymentRequirementsV2 } from "@x402/core/schemas";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { base64ToText } from "@/lib/http/base64";
import { NETWORKS } from "@/lib/chains/networks";

/** One way to pay, in words for a person. */
export interface Offer {
  /** The chain's name, or its CAIP-2 id where we know no name. */
  network: string;
  /** CAIP-2 id. */
  networkId: string;
  /** "0.02 USDC", or base units of an asset that we know no decimals of. */
  amount: string;
  asset: string;
  payTo: string;
  /** Seconds from signature to settlement; the signature is worthless afterwards. */
  windowSec: number;
}

const CHAINS: Readonly<Record<string, { name: string; usdc: string }>> = {
  [NETWORKS.mainnet.evm.id]: { name: "Base", usdc: NETWORKS.mainnet.evm.usdc },
  [NETWORKS.mainnet.solana.id]: { name: "Solana", usdc: NETWORKS.mainnet.solana.usdc },
  [NETWORKS.testnet.evm.id]: { name: "Base Sepolia", usdc: NETWORKS.testnet.evm.usdc },
  [NETWORKS.testnet.solana.id]: { name: "Solana Devnet", usdc: NETWORKS.testnet.solana.usdc },
};

/** A chain's name by its CAIP-2 id, or that id where we know no name. */
export const chainName = (network: string): string => CHAINS[network]?.name ?? network;

function amountInWords({ network, asset, amount }: PaymentRequirementsV2): string {
  const isUsdc = CHAINS[network]?.usdc === asset;
  return isUsdc ? `${formatUsd(baseUnits(Number(amount))).slice(1)} USDC` : `${amount} base units`;
}

/** What a PAYMENT-REQUIRED header carries: the offers in words, and the whole of it as indented JSON. */
export interface ReadChallenge {
  offers: Offer[];
  json: string;
}

/**
 * Reads a PAYMENT-REQUIRED header (base64 JSON, x402 v2). Throws on anything else. The protocol's own schema is loaded
 * only now, because most visitors never ask.
 */
export async function readChallenge(header: string): Promise<ReadChallenge> {
  const { PaymentRequiredV2Schema } = await import("@x402/core/schemas");
  const decoded: unknown = JSON.parse(base64ToText(header));
  const { accepts } = PaymentRequiredV2Schema.parse(decoded);
  const offers = accepts.map((accepted) => ({
    network: chainName(accepted.network),
    networkId: accepted.network,
    amount: amountInWords(accepted),
    asset: accepted.asset,
    payTo: accepted.payTo,
    windowSec: accepted.maxTimeoutSeconds,
  }));
  return { offers, json: JSON.stringify(decoded, null, 2) };
}
