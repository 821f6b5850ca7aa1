/**
 * In the place of lib/chains/recover-address.ts in this host's bundle: libsecp256k1, as the package ships it in
 * WebAssembly, takes a fifth of the time of the curve in JavaScript. The edge keeps that: a function has no room for this.
 */
import { recover } from "tiny-secp256k1";
import { hexToBytes, type Hex } from "viem";
import { publicKeyToAddress } from "viem/utils";

/** What Ethereum adds to the number that tells which of two keys it was. */
const LEGACY_V = 27;

function publicKeyOf(hash: Hex, signature: Hex): Uint8Array | null {
  const bytes = hexToBytes(signature);
  const v = bytes[64] ?? -1;
  const parity = v >= LEGACY_V ? v - LEGACY_V : v;
  if (bytes.length !== 65 || (parity !== 0 && parity !== 1)) return null;
  try {
    return recover(hexToBytes(hash), bytes.subarray(0, 64), parity, false);
  } catch {
    return null; // the library refuses numbers that no signature holds
  }
}

export async function addressOfSigner(hash: Hex, signature: Hex): Promise<string | null> {
  const key = publicKeyOf(hash, signature);
  return key && publicKeyToAddress(`0x${Buffer.from(key).toString("hex")}`);
}
