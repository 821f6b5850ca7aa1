import { NETWORKS } from "@/lib/chains/networks";

/** A chain that a browser's wallet can pay on. */
export interface PayableChain {
  /** CAIP-2 id. */
  id: string;
  family: "evm" | "solana";
  name: string;
  /** USDC's contract or mint. */
  usdc: string;
  /** A transaction's page at the chain's own explorer: a link to follow, nothing that is fetched. */
  explorer(transaction: string): string;
}

const { mainnet, testnet } = NETWORKS;

const CHAINS: readonly PayableChain[] = [
  {
    ...{ id: mainnet.evm.id, family: "evm", name: "Base", usdc: mainnet.evm.usdc },
    explorer: (transaction) => `https://basescan.org/tx/${transaction}`,
  },
  {
    ...{ id: testnet.evm.id, family: "evm", name: "Base Sepolia", usdc: testnet.evm.usdc },
    explorer: (transaction) => `https://sepolia.basescan.org/tx/${transaction}`,
  },
  {
    ...{ id: mainnet.solana.id, family: "solana", name: "Solana", usdc: mainnet.solana.usdc },
    explorer: (transaction) => `https://explorer.solana.com/tx/${transaction}`,
  },
  {
    ...{ id: testnet.solana.id, family: "solana", name: "Solana Devnet", usdc: testnet.solana.usdc },
    explorer: (transaction) => `https://explorer.solana.com/tx/${transaction}?cluster=devnet`,
  },
];

export const chainOf = (network: string): PayableChain | undefined => CHAINS.find(({ id }) => id === network);

/** What a transaction is named by, on either chain: nothing else becomes part of a link. */
const TRANSACTION = /^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/;

/** The explorer's page of a transaction; null for a network or a name that is not known. */
export function explorerLink(network: string, transaction: string): string | null {
  const chain = chainOf(network);
  return chain === undefined || !TRANSACTION.test(transaction) ? null : chain.explorer(transaction);
}
