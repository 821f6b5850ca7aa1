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

/** Loads the curve with the first signature; what could not be loaded then is loaded again for the next. */
const ready = (): Promise<void> =>
  (prepared ??= prepareCurve().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  }));

/**
 * The address of the key that signed a hash, in whatever letters; null for what no key can have signed. Throws where the curve
 * can't be loaded, which says nothing of who signed.
 */
export async function addressOfSigner(hash: Hex, signature: Hex): Promise<string | null> {
  await ready();
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    return null; // no point of the curve, or not of a signature's form
  }
}
