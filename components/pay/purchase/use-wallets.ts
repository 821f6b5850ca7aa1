import { useEffect, useState } from "react";
import { useCode } from "@/components/ui/use-code";
import type { Wallets } from "@/lib/buying/watch-wallets";

const load = () => import("@/lib/buying/watch-wallets");

interface FoundWallets {
  /** As they announce themselves; null until their code is here. */
  wallets: Wallets | null;
  /** Whether that code did not come. */
  failed: boolean;
  again: () => void;
}

/** The wallets of this browser. */
export function useWallets(): FoundWallets {
  const { code, failed, again } = useCode(load);
  const [wallets, setWallets] = useState<Wallets | null>(null);
  useEffect(
    () => code?.watchWallets((some) => setWallets((known) => ({ evm: [], solana: [], ...known, ...some }))),
    [code],
  );
  return { wallets, failed, again };
}
