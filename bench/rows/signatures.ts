import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { AUTHORIZATION_TYPES, isSignedByKey } from "@/lib/chains/authorization-signature";
import { isEd25519Signed } from "@/lib/http/ed25519";
import { ownCpuMs } from "../cpu";
import type { Chain } from "../payers";

const DOMAIN = {
  ...{ name: "USDC", version: "2", chainId: 84532 },
  verifyingContract: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
} as const;
const NONCE = `0x${"07".repeat(32)}` as const;

/** CPU time of telling from its signature who signed an authorization on Base, in milliseconds. */
async function authorizationMs(): Promise<number> {
  const account = privateKeyToAccount(generatePrivateKey());
  const signed = { to: account.address, value: 20_000n, validAfter: 0n, validBefore: 2_000_000_000n };
  const message = { ...signed, from: account.address, nonce: NONCE };
  const signature = await account.signTypedData({
    domain: DOMAIN,
    types: AUTHORIZATION_TYPES,
    primaryType: "TransferWithAuthorization",
    message,
  });
  const { from, to, nonce } = message;
  const authorization = { from, to, nonce, value: "20000", validAfter: "0", validBefore: "2000000000" };
  return ownCpuMs(() => isSignedByKey(authorization, DOMAIN, signature));
}

/** As long as the message of a payment on Solana. */
const MESSAGE_BYTES = 300;

/** CPU time of checking the payer's signature of a transaction on Solana, in milliseconds, its thread's included. */
async function transactionMs(): Promise<number> {
  const message = crypto.getRandomValues(new Uint8Array(MESSAGE_BYTES));
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const [key, signature] = await Promise.all([
    crypto.subtle.exportKey("raw", publicKey),
    crypto.subtle.sign("Ed25519", privateKey, message),
  ]);
  return ownCpuMs(() => isEd25519Signed(new Uint8Array(key), new Uint8Array(signature), message));
}

/** What a sale's own check of its payer's signature takes on each chain, by itself and in plain Node, in milliseconds of CPU. */
export const signatureMs = async (): Promise<Record<Chain, number>> => ({
  Base: await authorizationMs(),
  Solana: await transactionMs(),
});
