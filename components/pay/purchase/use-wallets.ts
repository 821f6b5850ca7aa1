import { useEffect, useState } from "react";
import type { Wallets } from "@/lib/buying/watch-wallets";

/** The wallets of this browser, as they announce themselves; null until their code is here. */
export function useWallets(): Wallets | null {
  const [wallets, setWallets] = useState<Wallets | null>(null);
  useEffect(() => {
    let over = false;
    let stop = (): void => undefined;
    async function watch(): Promise<void> {
      const { watchWallets } = await import("@/lib/buying/watch-wallets");
      if (over) return;
      stop = watchWallets((some) => setWallets((known) => ({ evm: [], solana: [], ...known, ...some })));
    }
    void watch();
    return () => {
      over = true;
      stop();
    };
  }, []);
  return wallets;
}
