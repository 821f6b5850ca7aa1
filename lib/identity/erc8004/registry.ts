import { merchant } from "@/lib/payments/rails/merchant";
import type { Networks } from "@/lib/chains/networks";

/**
 * ERC-8004's registries of identity and reputation, each at one address on all main networks and at another on all test
 * networks (erc-8004/erc-8004-contracts, version 2.0.0). Packages still ship addresses of before: these are the only ones
 * here.
 */
const REGISTRY = {
  mainnet: "0x8004A169FB4a3325136EB29fA0ceB6D2e539a432",
  testnet: "0x8004A818BFB912233c491871b3d84c89A494BD9e",
} as const;
const REPUTATION = {
  mainnet: "0x8004BAa17C55a88189AE136b182e5fdA19dE9b63",
  testnet: "0x8004B663056A597Dffe9eCcC1965A193B7388713",
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
    name: "isAuthorizedOrOwner",
    stateMutability: "view",
    inputs: [
      { name: "spender", type: "address" },
      { name: "agentId", type: "uint256" },
    ],
    outputs: [{ name: "", type: "bool" }],
  },
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

const input = <const Name extends string, const Type extends string>(name: Name, type: Type) =>
  ({ name, type }) as const;

/** Of the reputation registry's interface, what is called. */
export const REPUTATION_ABI = [
  {
    type: "function",
    name: "giveFeedback",
    stateMutability: "nonpayable",
    inputs: [
      ...[input("agentId", "uint256"), input("value", "int128"), input("valueDecimals", "uint8")],
      ...[input("tag1", "string"), input("tag2", "string"), input("endpoint", "string")],
      ...[input("feedbackURI", "string"), input("feedbackHash", "bytes32")],
    ],
    outputs: [],
  },
] as const;

export interface Registry {
  chainId: number;
  address: `0x${string}`;
  /** The contract that takes feedback on this registry's agents. */
  reputation: `0x${string}`;
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
    reputation: REPUTATION[network],
    explorer: `${EXPLORER[network]}/token/${address}`,
  };
}

/** The registry on the chain that this service settles on. */
export const registry = (): Registry => registryOf(merchant().networks);
