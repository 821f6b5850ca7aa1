/**
 * In the place of lib/payments/chain/recover-address.ts in this host's bundle: libsecp256k1, as the package ships it in
 * WebAssembly, takes a fifth of the time of the curve in JavaScript. The edge keeps that: a function has no room for this.
 */
import { recover } from "tiny-secp256k1";
import { hexToBytes, type Hex } from "viem";
import { publicKeyToAddress } from "viem/utils";

/** What Ethereum adds to the number that tells which of two keys it was. */
const LEGACY_V = 27;

export async function addressOfSigner(hash: Hex, signature: Hex): Promise<string> {
  const bytes = hexToBytes(signature);
  const v = bytes[64] ?? -1;
  const parity = v >= LEGACY_V ? v - LEGACY_V : v;
  if (bytes.length !== 65 || (parity !== 0 && parity !== 1)) throw new TypeError("no signature of 65 bytes");
  const key = recover(hexToBytes(hash), bytes.subarray(0, 64), parity, false);
  if (key === null) throw new TypeError("no key can have signed this");
  return publicKeyToAddress(`0x${Buffer.from(key).toString("hex")}`);
}
