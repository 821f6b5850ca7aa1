import type { Hex } from "viem";
import { hashTypedData } from "viem/utils";
import { addressOfSigner } from "./recover-address";

/** An EIP-3009 authorization, as x402 writes it: numbers in decimal. */
export interface Authorization {
  from: string;
  to: string;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: string;
}

/** Where the token lives that an authorization moves, as EIP-712 names it. */
export interface TokenDomain {
  name: string;
  version: string;
  chainId: number;
  verifyingContract: string;
}

/** EIP-3009, "Use with typed data": the struct that its holder signs. */
export const AUTHORIZATION_TYPES = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** 65 bytes: r, s, v. The token takes the lower of the two values of s alone (EIP-2). */
const OF_A_KEY = /^0x[0-9a-f]{64}([0-9a-f]{64})(00|01|1b|1c)$/i;
const HIGHEST_S = BigInt("0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0");

const hex = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`;

/**
 * Whether the wallet that an authorization pays from signed it with its own key. False says little: a contract signs in
 * another way, and so may an account that has delegated itself to one.
 */
export async function isSignedByKey(
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  { verifyingContract, ...domain }: TokenDomain,
  signature: string,
): Promise<boolean> {
  const [, s] = OF_A_KEY.exec(signature) ?? [];
  if (s === undefined || BigInt(`0x${s}`) > HIGHEST_S) return false;
  try {
    const hash = hashTypedData({
      domain: { ...domain, verifyingContract: hex(verifyingContract) },
      types: AUTHORIZATION_TYPES,
      primaryType: "TransferWithAuthorization",
      message: {
        ...{ from: hex(from), to: hex(to), nonce: hex(nonce) },
        ...{ value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) },
      },
    });
    const signer = await addressOfSigner(hash, hex(signature));
    return signer.toLowerCase() === from.toLowerCase();
  } catch {
    return false; // no point of the curve, or a number that no uint256 holds
  }
}
