import { merchant } from "@/lib/payments/rails/merchant";
import type { Networks } from "@/lib/payments/rails/networks";

/**
 * ERC-8004's identity registries, at one address on all main networks and at another on all test networks
 * (erc-8004/erc-8004-contracts, version 2.0.0). Packages still ship addresses of before: these are the only ones here.
 */
const REGISTRY = {
  mainnet: "0x8004A169FB4a3325136EB29fA0ceB6D2e539a432",
  testnet: "0x8004A818BFB912233c491871b3d84c89A494BD9e",
} as const;

const EXPLORER = { mainnet: "https://basescan.org", testnet: "https://sepolia.basescan.org" } as const;

const view = <const Name extends string, const In extends string, const Out extends string>(
  name: Name,
  input: In,
  output: Out,
) =>
  ({
    type: "function",
    name,
    stateMutability: "view",
    inputs: [{ name: "of", type: input }],
    outputs: [{ name: "", type: output }],
  }) as const;

/** Of the registry's interface, what is called and read here. */
export const REGISTRY_ABI = [
  view("ownerOf", "uint256", "address"),
  view("balanceOf", "address", "uint256"),
  view("tokenURI", "uint256", "string"),
  {
    type: "function",
    name: "register",
    stateMutability: "nonpayable",
    inputs: [{ name: "agentURI", type: "string" }],
    outputs: [{ name: "", type: "uint256" }],
  },
  {
    type: "event",
    name: "Registered",
    inputs: [
      { name: "agentId", type: "uint256", indexed: true },
      { name: "agentURI", type: "string", indexed: false },
      { name: "owner", type: "address", indexed: true },
    ],
  },
] as const;

export interface Registry {
  chainId: number;
  address: `0x${string}`;
  /** `eip155:<chain>:<contract>`, as registration files name it. */
  id: string;
  explorer: string;
}

/** The registry on the chain of these networks that is Base, or its test network. */
export function registryOf({ evm, solana }: Networks): Registry {
  const network = solana.mppName === "mainnet" ? "mainnet" : "testnet";
  const address = REGISTRY[network];
  return {
    ...{ chainId: Number(evm.id.split(":")[1]), address, id: `${evm.id}:${address}` },
    explorer: `${EXPLORER[network]}/token/${address}`,
  };
}

/** The registry on the chain that this service settles on. */
export const registry = (): Registry => registryOf(merchant().networks);
