import { useEffect, useState } from "react";
import type { FoundWallet } from "@/lib/buying/wallets";

export interface Wallets {
  evm: FoundWallet[];
  solana: FoundWallet[];
}

/** The wallets of this browser, as they announce themselves; null until their code is here. */
export function useWallets(): Wallets | null {
  const [wallets, setWallets] = useState<Wallets | null>(null);
  useEffect(() => {
    let stopped = false;
    const stops: (() => void)[] = [];
    const tell = (some: Partial<Wallets>): void => {
      if (!stopped) setWallets((known) => ({ evm: [], solana: [], ...known, ...some }));
    };
    void Promise.all([import("@/lib/buying/evm-wallets"), import("@/lib/buying/solana-wallets")]).then(
      ([{ watchEvmWallets }, { watchSolanaWallets }]) => {
        if (stopped) return;
        stops.push(
          watchEvmWallets((evm) => tell({ evm })),
          watchSolanaWallets((solana) => tell({ solana })),
        );
      },
    );
    return () => {
      stopped = true;
      for (const stop of stops) stop();
    };
  }, []);
  return wallets;
}
