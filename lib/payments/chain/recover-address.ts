import type { Hex } from "viem";
import { recoverAddress } from "viem/utils";

/** The address of the key that signed a hash, in whatever letters. Throws for what no key can have signed. */
export const addressOfSigner = (hash: Hex, signature: Hex): Promise<string> =>
  recoverAddress({ hash, signature });
