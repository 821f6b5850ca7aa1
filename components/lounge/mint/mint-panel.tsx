"use client";

import { LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { StopWaiting } from "@/components/pay/purchase/stop-waiting";
import { describedBy, Field, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { nameOf } from "@/lib/buying/solana-account";
import { Facts, Hash } from "../facts";
import type { Mintable } from "./mint-flow";
import { type MintRoutes, useMint, useStandardWallets, type View } from "./use-mint";
import { type Halt, solInWords } from "./words";

export interface MintPanelProps {
  signal: Mintable;
  routes: MintRoutes;
  /** Hears of the mint's address, once it is recorded. */
  onMinted: (mint: string) => void;
}

const DOING: Readonly<Record<Extract<View, { at: "busy" }>["doing"], string>> = {
  connecting: "Asking the wallet for an account…",
  signing: "Sign in the wallet…",
  sending: "Sending it to the chain…",
  waiting: "Sent. Waiting until the chain makes it final, some 15 s…",
  recording: "Having it recorded…",
};

/** What waits for a wallet. */
const AT_WALLET = ["connecting", "signing"] satisfies (keyof typeof DOING)[];

const HEADINGS: Readonly<Record<View["at"], string>> = {
  choose: "With the creator's wallet",
  busy: "Minting",
  review: "What you sign",
  halt: "Not minted here",
  minted: "Minted",
};

/** A mint under way. It is loaded when a creator asks for it, with all that knows of wallets behind it. */
export function MintPanel({ signal, routes, onMinted }: MintPanelProps) {
  const { view, choose, confirm, recordWith, again, leave } = useMint(routes, signal, onMinted);
  const wallets = useStandardWallets();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [view.at]);
  return (
    <section aria-label="Minting" className="grid min-w-0 gap-4 border-t border-rule pt-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {HEADINGS[view.at]}
      </h3>
      <p role="status" className={view.at === "busy" ? "flex items-center gap-2" : "sr-only"}>
        {view.at === "busy" && (
          <>
            <LoaderCircle className="size-4 shrink-0 motion-safe:animate-spin" aria-hidden="true" />{" "}
            {DOING[view.doing]}
          </>
        )}
      </p>
      {view.at === "busy" && AT_WALLET.some((one) => one === view.doing) && <StopWaiting onStop={leave} />}
      {view.at === "choose" && (
        <>
          <p className="text-note text-muted wrap-anywhere">
            Only {signal.creator} can sign for it. Nothing is signed yet.
          </p>
          {wallets.length === 0 ? (
            <p className="text-muted">No Solana wallet was found in this browser.</p>
          ) : (
            <div className="flex flex-wrap gap-2">
              {wallets.map((wallet) => (
                <Button key={wallet.name} onClick={() => void choose(wallet)}>
                  Mint with <bdi>{nameOf(wallet)}</bdi>
                </Button>
              ))}
            </div>
          )}
        </>
      )}
      {view.at === "review" && <Review signal={signal} view={view} onConfirm={confirm} />}
      {view.at === "halt" && <HaltNote halt={view.halt} onAgain={again} onSignature={recordWith} />}
      {view.at === "minted" && (
        <Notice kind="good" title="The mint is recorded">
          The chain has it, final, and so has the signal&rsquo;s record. Verify it in any browser.
        </Notice>
      )}
    </section>
  );
}

interface ReviewProps {
  signal: Mintable;
  view: Extract<View, { at: "review" }>;
  onConfirm: (signer: Extract<View, { at: "review" }>["signer"], cost: bigint) => Promise<void>;
}

/** All that is signed for, before anything is. */
function Review({ signal, view: { signer, wallet, isMinted, cost }, onConfirm }: ReviewProps) {
  const { at, certificateHash } = signal;
  return (
    <>
      <Facts
        rows={[
          ["From", <Hash key="from">{`${signer.address}, ${wallet}`}</Hash>],
          ["Name on chain", at.name],
          ["Hash on chain", <Hash key="hash">{certificateHash}</Hash>],
          ["Mint", <Hash key="mint">{at.address}</Hash>],
          ["Costs", isMinted ? "Nothing: it is minted already" : `${solInWords(cost)}, to the chain alone`],
        ]}
      />
      <p className="text-note text-muted">
        One token, sent to yourself, that nobody can ever change, freeze or make again: you neither. It shows
        that the certificate existed by then and that you held this wallet. It is no title to anything else,
        and can&rsquo;t be taken back.
      </p>
      <p>
        <Button variant="primary" onClick={() => void onConfirm(signer, cost)}>
          {isMinted ? "Have it recorded" : "Sign and mint"}
        </Button>
      </p>
    </>
  );
}

interface HaltNoteProps {
  halt: Halt;
  onAgain: () => void;
  onSignature: (signature: string) => Promise<void>;
}

function HaltNote({ halt, onAgain, onSignature }: HaltNoteProps) {
  const [signature, setSignature] = useState("");
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <div role="alert">
        <Notice
          kind="bad"
          title={halt.title}
          actions={<Button onClick={onAgain}>Back to the wallets</Button>}
        >
          {halt.text}
        </Notice>
      </div>
      {halt.asksSignature === true && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            setMissing(signature.trim() === "");
            if (signature.trim() !== "") void onSignature(signature.trim());
          }}
        >
          <Field
            id="mint-signature"
            label="Transaction that minted it"
            hint="Its signature: 64 to 88 letters and digits."
            error={isMissing ? "Needed: the wallet lists it." : null}
          >
            <Input
              id="mint-signature"
              value={signature}
              onChange={({ target }) => setSignature(target.value)}
              aria-invalid={isMissing}
              aria-describedby={describedBy("mint-signature", { hint: true, error: isMissing })}
              autoComplete="off"
              spellCheck={false}
              className="figures"
            />
          </Field>
          <p>
            <Button type="submit">Have it recorded</Button>
          </p>
        </form>
      )}
    </>
  );
}
