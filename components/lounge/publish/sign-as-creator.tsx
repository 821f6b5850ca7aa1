"use client";

import { Refused, useWork } from "@/components/agents/use-work";
import { WalletChoice } from "@/components/agents/wallet-choice";
import { WorkNote } from "@/components/agents/work-note";
import { Stopped } from "@/lib/buying/problem";
import type { Proof } from "@/lib/buying/call";
import { GOOD_FOR_MS, signIn } from "@/lib/buying/sign-in";
import type { FoundWallet } from "@/lib/buying/wallets";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { boundResource } from "@/lib/payments/wallet-proof/bound";
import { networkOf } from "../asked-network";

/** A creator's signature for one request. */
export interface CreatorSignature extends Proof {
  /** The request's body. */
  of: string;
}

interface SignAsCreatorProps {
  path: string;
  /** The request's body, a JSON object's text, and what it names as its creator's. */
  body: string;
  creator: { wallet: string; chain: "evm" | "sol" };
  /** Shows what is wrong with what was entered, and says whether it may be signed. */
  check: () => boolean;
  isSigned: boolean;
  onSigned: (signature: CreatorSignature) => void;
}

/** For who pays with another wallet than the creator's: the creator's signs for this very text, which costs nothing. */
export function SignAsCreator({ path, body, creator, check, isSigned, onSigned }: SignAsCreatorProps) {
  const { work, run } = useWork();
  const family = creator.chain === "sol" ? "solana" : "evm";

  const sign = (found: FoundWallet) =>
    void run(async ({ tell, wallet }) => {
      if (!check()) throw new Refused("Not signed", "Correct what the form says first.");
      const account = await wallet("Asking the wallet for an account…", () => found.account());
      const inOneCase = (address: string): string => (family === "evm" ? address.toLowerCase() : address);
      if (inOneCase(account.address) !== inOneCase(creator.wallet.trim()))
        throw new Stopped({ kind: "other_account", shared: account.address, wanted: creator.wallet.trim() });
      tell("Asking for the chain…");
      const network = await networkOf(path, body, family, "Not signed");
      const fingerprint = await requestFingerprint(path, JSON.parse(body));
      const now = Date.now();
      const header = await wallet("Sign the message in the wallet: it moves nothing and costs nothing.", () =>
        signIn(account, {
          ...{ network, origin: window.location.origin, path, now },
          statement: "Publish this signal as its creator. This moves nothing and costs nothing.",
          resource: boundResource("publish", fingerprint),
        }),
      );
      onSigned({ of: body, header, until: now + GOOD_FOR_MS });
      return {
        title: "Signed by the creator",
        text: "For this text alone, and for a few minutes: pay now, with any wallet.",
      };
    });

  return (
    <section aria-label="The creator's signature" className="grid gap-3 border-t border-rule pt-5">
      <p>
        Paying with another wallet?{" "}
        <span className="text-muted">
          Then the creator&rsquo;s signs first, for nothing, or the signal says that its creator is not
          proved.
        </span>
      </p>
      <WalletChoice
        key={family}
        family={family}
        label="Sign as the creator"
        verb="Sign as the creator with"
        busy={work.at === "busy"}
        onChoose={sign}
      />
      {(work.at !== "done" || isSigned) && <WorkNote work={work} />}
    </section>
  );
}
