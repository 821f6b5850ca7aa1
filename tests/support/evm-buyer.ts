import type { PaymentPayload, PaymentRequired, PaymentRequirements } from "@x402/core/types";
import { parseAbi, parseSignature, type Hex, type TypedDataDomain } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { newEvmWallet } from "@/sandbox/accounts";
import { evmBalance } from "@/sandbox/balances";
import { newWallet } from "@/sandbox/chains/evm/client";
import { fundEvm } from "@/sandbox/faucets";
import { randomHex } from "@/lib/http/digest";
import type { World } from "@/sandbox/world";

const TYPES = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

export interface Authorization {
  from: Hex;
  to: Hex;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
}

/** What a signer does otherwise than the offer says. */
export interface EvmChange {
  authorization?: Partial<Authorization>;
  domain?: TypedDataDomain;
  /** Another wallet's key to sign with. */
  key?: Hex;
}

export const inSeconds = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds);

/** The EIP-3009 form of a payment, which these buyers sign. */
export const evmForm = ({ payload }: PaymentPayload): { signature: Hex; authorization: Authorization } =>
  payload as { signature: Hex; authorization: Authorization }; // made by `signEvm` or the official client

export const withEvmForm = (
  payment: PaymentPayload,
  change: Partial<ReturnType<typeof evmForm>>,
): PaymentPayload => ({ ...payment, payload: { ...payment.payload, ...change } });

/** The first offer of a challenge on chains of this family. Throws when there is none. */
export function offerOn(challenge: PaymentRequired, family: "eip155" | "solana"): PaymentRequirements {
  const offer = challenge.accepts.find(({ network }) => network.startsWith(`${family}:`));
  if (offer === undefined) throw new Error(`nothing is offered on ${family}`);
  return offer;
}

/** An x402 payment on Base, right in every respect but those of `change`. */
export async function signEvm(
  key: Hex,
  challenge: PaymentRequired,
  change: EvmChange = {},
): Promise<PaymentPayload> {
  const accepted = offerOn(challenge, "eip155");
  const authorization: Authorization = {
    from: privateKeyToAccount(key).address,
    to: accepted.payTo as Hex, // of a challenge on Base
    value: accepted.amount,
    validAfter: "0",
    validBefore: inSeconds(accepted.maxTimeoutSeconds),
    nonce: `0x${randomHex(32)}`,
    ...change.authorization,
  };
  const signature = await privateKeyToAccount(change.key ?? key).signTypedData({
    domain: {
      name: String(accepted.extra.name),
      version: String(accepted.extra.version),
      chainId: Number(accepted.network.split(":")[1]),
      verifyingContract: accepted.asset as Hex, // of a challenge on Base
      ...change.domain,
    },
    types: TYPES,
    primaryType: "TransferWithAuthorization",
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  });
  return {
    x402Version: 2,
    accepted,
    ...(challenge.resource === undefined ? {} : { resource: challenge.resource }),
    payload: { signature, authorization },
  };
}

/** Cancels an authorization of its own on chain (EIP-3009); resolves when that is mined. */
async function cancelEvm(world: World, key: Hex, payment: PaymentPayload): Promise<void> {
  const account = privateKeyToAccount(key);
  const { nonce } = evmForm(payment).authorization;
  const { asset, extra, network } = payment.accepted;
  const token = asset as Hex; // of a challenge on Base
  const signature = await account.signTypedData({
    domain: {
      name: String(extra.name),
      version: String(extra.version),
      chainId: Number(network.split(":")[1]),
      verifyingContract: token,
    },
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: account.address, nonce },
  });
  const { v, r, s } = parseSignature(signature);
  const relay = await newWallet({ rpcUrl: world.evm.rpcUrl });
  const hash = await relay.writeContract({
    address: token,
    abi: parseAbi([
      "function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
    ]),
    functionName: "cancelAuthorization",
    args: [account.address, nonce, Number(v), r, s],
  });
  await relay.waitForTransactionReceipt({ hash });
}

/** A wallet on Base that nobody else pays from, whose payments a test can make wrong in any part. */
export async function newEvmBuyer(world: World, funds: bigint) {
  const { address, privateKey } = newEvmWallet();
  const fund = (amount: bigint): Promise<unknown> => fundEvm(world.evm.rpcUrl, address, amount);
  if (funds > 0n) await fund(funds);
  return {
    world,
    address,
    fund,
    balance: () => evmBalance(world, address),
    sign: (challenge: PaymentRequired, change?: EvmChange) => signEvm(privateKey, challenge, change),
    cancel: (payment: PaymentPayload) => cancelEvm(world, privateKey, payment),
  };
}
export type EvmBuyer = Awaited<ReturnType<typeof newEvmBuyer>>;
