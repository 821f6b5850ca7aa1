import { env } from "@/lib/env";
import type { Merchant } from "../challenge/offers";
import { NETWORKS } from "./networks";

/** The merchant that the environment describes. */
export function merchant(): Merchant {
  const { NETWORK, EVM_PAY_TO, SOLANA_PAY_TO } = env();
  return { networks: NETWORKS[NETWORK], evmPayTo: EVM_PAY_TO, solanaPayTo: SOLANA_PAY_TO };
}
