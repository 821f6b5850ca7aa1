import type { Hex } from "viem";
import { recoverAddress } from "viem/utils";

/**
 * Bits of a window of the generator's table. The package's own 8 take eight times the additions for a table that no process
 * uses up: most of a fresh process's first recovery, and the later ones are no faster by it.
 */
const WINDOW_BITS = 5;

async function prepareCurve(): Promise<void> {
  const { secp256k1 } = await import("@noble/curves/secp256k1"); // what viem loads by then, too
  secp256k1.utils.precompute(WINDOW_BITS);
}

let prepared: Promise<void> | undefined;

/** The address of the key that signed a hash, in whatever letters. Throws for what no key can have signed. */
export async function addressOfSigner(hash: Hex, signature: Hex): Promise<string> {
  await (prepared ??= prepareCurve());
  return recoverAddress({ hash, signature });
}
