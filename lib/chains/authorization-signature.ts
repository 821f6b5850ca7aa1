import type { Hex } from "viem";
import { concat, hashStruct, keccak256 } from "viem/utils";
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

/** EIP-712, "Definition of domainSeparator": the members that USDC's has. */
const DOMAIN_TYPES = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
} as const;

/** EIP-712, "Encoding": what stands before the two hashes. */
const TYPED_DATA = "0x1901";

/** 65 bytes: r, s, v. The token takes the lower of the two values of s alone (EIP-2). */
const OF_A_KEY = /^0x[0-9a-f]{64}([0-9a-f]{64})(00|01|1b|1c)$/i;
const HIGHEST_S = BigInt("0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0");

const hex = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`;

const separators = new Map<string, Hex>();
/** A merchant takes one token a chain; the bound is for programs that read others. */
const MAX_SEPARATORS = 16;

/** The same for all payments in a token, so that it is made once. Throws for an address that is none. */
function separatorOf({ name: token, version, chainId, verifyingContract }: TokenDomain): Hex {
  const data = { name: token, version, chainId: BigInt(chainId), verifyingContract: hex(verifyingContract) };
  const name = JSON.stringify([token, version, chainId, verifyingContract]);
  const known =
    separators.get(name) ?? hashStruct({ data, primaryType: "EIP712Domain", types: DOMAIN_TYPES });
  if (separators.size < MAX_SEPARATORS) separators.set(name, known);
  return known;
}

/** What the holder of an authorization signs; null where it holds a number that no uint256 does. */
function hashOf(
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  domain: TokenDomain,
): Hex | null {
  try {
    const authorization = hashStruct({
      data: {
        ...{ from: hex(from), to: hex(to), nonce: hex(nonce) },
        ...{ value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) },
      },
      types: AUTHORIZATION_TYPES,
      primaryType: "TransferWithAuthorization",
    });
    return keccak256(concat([TYPED_DATA, separatorOf(domain), authorization]));
  } catch {
    return null;
  }
}

/**
 * Whether the wallet that an authorization pays from signed it with its own key. False says little: a contract signs in
 * another way, and so may an account that has delegated itself to one. Throws where it can't be told at the moment.
 */
export async function isSignedByKey(
  authorization: Authorization,
  domain: TokenDomain,
  signature: string,
): Promise<boolean> {
  const [, s] = OF_A_KEY.exec(signature) ?? [];
  if (s === undefined || BigInt(`0x${s}`) > HIGHEST_S) return false;
  const hash = hashOf(authorization, domain);
  const signer = hash && (await addressOfSigner(hash, hex(signature)));
  return signer?.toLowerCase() === authorization.from.toLowerCase();
}
