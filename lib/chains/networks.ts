/**
 * The chains that USDC payments settle on. Addresses and EIP-712 names are those of the official packages' default
 * assets (a test compares them); they stand here because the front door carries no SDK.
 */
export interface EvmNetwork {
  /** CAIP-2 id. */
  id: `eip155:${number}`;
  /** USDC contract, EIP-55 checksummed. */
  usdc: string;
  /** EIP-712 domain of that contract, which signers need. */
  domain: { name: string; version: string };
}

export interface SolanaNetwork {
  /** CAIP-2 id. */
  id: `solana:${string}`;
  /** USDC mint. */
  usdc: string;
  /** The cluster's name in MPP's `methodDetails.network`. */
  mppName: "mainnet" | "devnet";
}

export interface Networks {
  evm: EvmNetwork;
  solana: SolanaNetwork;
}

export const NETWORKS: Record<"mainnet" | "testnet", Networks> = {
  mainnet: {
    evm: {
      id: "eip155:8453",
      usdc: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      domain: { name: "USD Coin", version: "2" },
    },
    solana: {
      id: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
      usdc: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
      mppName: "mainnet",
    },
  },
  testnet: {
    evm: {
      id: "eip155:84532",
      usdc: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      domain: { name: "USDC", version: "2" },
    },
    solana: {
      id: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
      usdc: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
      mppName: "devnet",
    },
  },
};

/** USDC's address on a network; undefined on one that is not known here. */
export const usdcOf = (network: string): string | undefined =>
  Object.values(NETWORKS)
    .flatMap(({ evm, solana }) => [evm, solana])
    .find(({ id }) => id === network)?.usdc;

/** How long a payment may take from signature to settlement, in seconds; a Solana blockhash lives about 60. */
export const MAX_TIMEOUT_SECONDS = { evm: 120, solana: 60 } as const;
