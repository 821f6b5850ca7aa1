import { watchEvmWallets } from "./evm-wallets";
import { watchSolanaWallets } from "./solana-wallets";
import type { FoundWallet } from "./wallets";

/** The wallets of a browser by the chains that they pay on. */
export interface Wallets {
  evm: FoundWallet[];
  solana: FoundWallet[];
}

/** The wallets of this browser, as they announce themselves; returns how to stop listening. */
export function watchWallets(tell: (some: Partial<Wallets>) => void): () => void {
  const stops = [watchEvmWallets((evm) => tell({ evm })), watchSolanaWallets((solana) => tell({ solana }))];
  return () => {
    for (const stop of stops) stop();
  };
}
