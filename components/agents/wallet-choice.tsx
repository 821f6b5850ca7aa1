"use client";

import { useEffect, useRef, useState } from "react";
import { useWallets } from "@/components/pay/purchase/use-wallets";
import { Button } from "@/components/ui/button";
import { NotLoaded } from "@/components/ui/on-demand";
import type { FoundWallet } from "@/lib/buying/wallets";

interface WalletChoiceProps {
  family: FoundWallet["family"];
  /** What the first button says: "Prove it with a wallet". */
  label: string;
  /** What a wallet's own button does, before its name: "Prove with". */
  verb: string;
  busy: boolean;
  onChoose: (wallet: FoundWallet) => void;
}

const KINDS = { evm: "Ethereum", solana: "Solana" } as const;

/** The wallets of this browser on one kind of chain. Code that knows of wallets is loaded when they are asked for. */
export function WalletChoice({ family, label, verb, busy, onChoose }: WalletChoiceProps) {
  const [open, setOpen] = useState(false);
  return open ? (
    <Wallets family={family} verb={verb} busy={busy} onChoose={onChoose} />
  ) : (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
    </div>
  );
}

function Wallets({ family, verb, busy, onChoose }: Omit<WalletChoiceProps, "label">) {
  const { wallets, failed, again } = useWallets();
  const found = wallets?.[family] ?? [];
  const box = useRef<HTMLDivElement>(null);
  // The button that asked for them is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector("button")?.focus();
  }, [wallets]);
  if (failed) return <NotLoaded again={again} />;
  return (
    <div ref={box} className="flex flex-wrap items-center gap-2" aria-live="polite">
      {wallets === null
        ? "Looking for wallets…"
        : found.length === 0 && (
            <span className="text-note text-muted">No {KINDS[family]} wallet was found in this browser.</span>
          )}
      {found.map((wallet) => (
        <Button
          key={wallet.id}
          size="small"
          busy={busy}
          onClick={() => {
            if (!busy) onChoose(wallet);
          }}
        >
          <span>
            {verb} <bdi>{wallet.name}</bdi>
          </span>
        </Button>
      ))}
    </div>
  );
}
