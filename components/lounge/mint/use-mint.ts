import type { TransactionModifyingSigner } from "@solana/kit";
import { useEffect, useRef, useState } from "react";
import { nameOf, watchStandardWallets } from "@/lib/buying/solana-account";
import type { StandardWallet } from "@/lib/buying/standard-wallet";
import { askChain } from "./ask-chain";
import {
  beforeMinting,
  connectCreator,
  leavableSigner,
  type Mintable,
  mintSignal,
  type MintStep,
  type MintTools,
  recordBy,
} from "./mint-flow";
import { recordAt } from "./record-mint";
import { type Halt, haltOf } from "./words";
import { pageStorage } from "@/lib/buying/storage";

/** Where a mint stands, as its panel shows it. */
export type View =
  | { at: "choose" }
  | { at: "busy"; doing: MintStep | "connecting" }
  | { at: "review"; signer: TransactionModifyingSigner; wallet: string; isMinted: boolean; cost: bigint }
  | { at: "halt"; halt: Halt }
  | { at: "minted" };

export interface MintRoutes {
  /** Relays to the chain. */
  relay: string;
  /** Records mints. */
  record: string;
}

const toolsOf = ({ relay, record }: MintRoutes): MintTools => ({
  ask: askChain(relay),
  storage: pageStorage(),
  record: recordAt(record),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

/** The Solana wallets of this browser, as they announce themselves. */
export function useStandardWallets(): StandardWallet[] {
  const [wallets, setWallets] = useState<StandardWallet[]>([]);
  useEffect(() => watchStandardWallets(setWallets), []);
  return wallets;
}

/** Mints a signal step by step; one step at a time, however often a button is pressed. */
export function useMint(routes: MintRoutes, signal: Mintable, onMinted: (mint: string) => void) {
  const [view, setView] = useState<View>({ at: "choose" });
  const [tools] = useState(() => toolsOf(routes));
  const works = useRef(false);
  const left = useRef(new AbortController());

  async function step(cost: bigint | null, work: () => Promise<View>): Promise<void> {
    if (works.current) return;
    works.current = true;
    left.current = new AbortController();
    const next = await work().catch((error: unknown): View => ({ at: "halt", halt: haltOf(error, cost) }));
    works.current = false;
    setView(next);
    if (next.at === "minted") onMinted(signal.at.address);
  }

  const choose = (wallet: StandardWallet) =>
    step(null, async () => {
      setView({ at: "busy", doing: "connecting" });
      const signer = await connectCreator(wallet, signal, left.current.signal);
      return { at: "review", signer, wallet: nameOf(wallet), ...(await beforeMinting(tools, signal)) };
    });

  const confirm = (signer: TransactionModifyingSigner, cost: bigint) =>
    step(cost, async () => {
      const leavable = leavableSigner(signer, left.current.signal);
      await mintSignal(tools, signal, leavable, (doing) => setView({ at: "busy", doing }));
      return { at: "minted" };
    });

  const recordWith = (signature: string) =>
    step(null, async () => {
      setView({ at: "busy", doing: "recording" });
      await recordBy(tools, signal, [signature]);
      return { at: "minted" };
    });

  return {
    ...{ view, choose, confirm, recordWith },
    again: () => setView({ at: "choose" }),
    leave: () => left.current.abort(),
  };
}
