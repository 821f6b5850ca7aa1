import { env } from "@/lib/env";
import type { Merchant } from "../challenge/offers";
import { isKnownOff } from "../switches/switches";
import { NETWORKS } from "@/lib/chains/networks";

/** The merchant that the environment describes. */
export function merchant(): Merchant {
  const { NETWORK, EVM_PAY_TO, SOLANA_PAY_TO } = env();
  return { networks: NETWORKS[NETWORK], evmPayTo: EVM_PAY_TO, solanaPayTo: SOLANA_PAY_TO };
}

/** The same as it is offered now: without a chain that is switched off. */
export function offeringMerchant(): Merchant {
  const { networks, evmPayTo, solanaPayTo } = merchant();
  const open = <T>(network: string, payTo: T): T | undefined =>
    isKnownOff("chain", network) ? undefined : payTo;
  return {
    networks,
    evmPayTo: open(networks.evm.id, evmPayTo),
    solanaPayTo: open(networks.solana.id, solanaPayTo),
  };
}
