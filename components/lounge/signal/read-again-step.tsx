"use client";

import { useWork } from "@/components/agents/use-work";
import { WalletChoice } from "@/components/agents/wallet-choice";
import { WorkNote } from "@/components/agents/work-note";
import type { FoundWallet } from "@/lib/buying/wallets";
import { readAgain } from "./read-again";

interface ReadAgainStepProps {
  path: string;
  signalId: string;
  /** Hears of the answer, as it came. */
  onRead: (text: string) => void;
}

/** For who has unlocked a signal with a wallet, in this browser or another: one signature, and nothing is paid. */
export function ReadAgainStep({ path, signalId, onRead }: ReadAgainStepProps) {
  const { work, run } = useWork();
  const choose = (wallet: FoundWallet) =>
    void run(async (working) => {
      onRead(await readAgain(wallet, { path, signalId }, working));
      return { title: "Read again", text: "Nothing was paid." };
    });
  return (
    <section aria-label="Read again" className="grid gap-3 border-t border-rule pt-5">
      <p>
        Unlocked before?{" "}
        <span className="text-muted">The wallet that paid signs a message, and reads it again.</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {(["evm", "solana"] as const).map((family) => (
          <WalletChoice
            key={family}
            family={family}
            label={`Sign in with a${family === "evm" ? "n Ethereum" : " Solana"} wallet`}
            verb="Sign in with"
            busy={work.at === "busy"}
            onChoose={choose}
          />
        ))}
      </div>
      <WorkNote work={work} />
    </section>
  );
}
