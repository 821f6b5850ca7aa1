/**
 * The local EVM chain answers as Base Sepolia: what is signed for it is worth nothing on a network where money is
 * real. Addresses are the public ones of that network, so that clients find what they expect.
 */
export const CHAIN_ID = 84532;
export const NETWORK = `eip155:${CHAIN_ID}` as const;

/** Circle's USDC on Base Sepolia, with the EIP-712 domain that its signatures name. */
export const USDC_ADDRESS = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
export const USDC_DOMAIN = { name: "USDC", version: "2" } as const;

/** ERC-8004's identity registry on test networks. */
export const IDENTITY_REGISTRY_ADDRESS = "0x8004A818BFB912233c491871b3d84c89A494BD9e";
/** The same for its reputation registry. */
export const REPUTATION_REGISTRY_ADDRESS = "0x8004B663056A597Dffe9eCcC1965A193B7388713";

/** Multicall3, at the same address on every network. */
export const MULTICALL3_ADDRESS = "0xcA11bde05977b3631167028862bE2a173976CA11";
