import type { Hex } from "viem";
import { hashMessage } from "viem/utils";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { hasCode } from "@/lib/chains/account-code";
import { rpcClient } from "@/lib/chains/json-rpc";
import { addressOfSigner } from "@/lib/chains/recover-address";

/** ERC-1271 `isValidSignature(bytes32,bytes)`: the selector, and at once what a wallet returns for yes. */
export const IS_VALID_SIGNATURE = "0x1626ba7e";

const word = (hex: string): string => hex.padStart(64, "0");

/** ABI call data of `isValidSignature(hash, signature)`. */
function callData(hash: Hex, signature: Hex): string {
  const bytes = signature.slice(2);
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, "0");
  return `${IS_VALID_SIGNATURE}${hash.slice(2)}${word("40")}${word((bytes.length / 2).toString(16))}${padded}`;
}

/**
 * Asks a wallet that is a contract (ERC-1271). A chain that can't be asked proves nothing. Anybody can cause this
 * question by inventing a signature: `mayAsk` throws where there were too many.
 */
async function contractAccepts(
  address: string,
  message: string,
  signature: Hex,
  mayAsk: () => Promise<void>,
): Promise<boolean> {
  const url = env().EVM_RPC_URL;
  if (url === undefined) return false;
  await mayAsk();
  const callRpc = rpcClient(url);
  try {
    if (!(await hasCode(callRpc, address.toLowerCase()))) return false;
    const call = { to: address, data: callData(hashMessage(message), signature) };
    const result = await callRpc("eth_call", [call, "latest"]);
    return result === IS_VALID_SIGNATURE.padEnd(66, "0");
  } catch (error) {
    log.info("smart_wallet_not_asked", { why: describe(error) }); // a revert is its no, and reads alike
    return false;
  }
}

/** One key signs in 65 bytes; a smart wallet's signature is as long as it likes. */
const isSignature = (text: string): text is Hex => /^0x([0-9a-fA-F]{2}){65,2048}$/.test(text);

/**
 * Whether `address` signed the message by ERC-191 `personal_sign`, as a key or as a contract. Throws where that can't be told at
 * the moment.
 */
export async function isSignedByEvm(
  message: string,
  address: string,
  signature: string,
  mayAsk: () => Promise<void>,
): Promise<boolean> {
  if (!isSignature(signature)) return false;
  const signer = await addressOfSigner(hashMessage(message), signature);
  if (signer?.toLowerCase() === address.toLowerCase()) return true;
  return contractAccepts(address, message, signature, mayAsk);
}
