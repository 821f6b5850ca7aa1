"use client";

import { LoaderCircle, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PaidCall } from "@/lib/buying/call";
import { type Problem, wordsOf } from "@/lib/buying/problem";
import type { Bought } from "../bought";
import { Button } from "@/components/ui/button";
import { Answer } from "./answer";
import { Review } from "./review";
import { StopWaiting } from "./stop-waiting";
import { usePurchase, type View } from "./use-purchase";

export interface PurchaseProps {
  call: PaidCall;
  resume: boolean;
  /** Hears of the answer, and says whether it shows it; else it is shown here as it came. */
  onBought: (bought: Bought) => boolean;
  onClose: () => void;
}

const DOING: Readonly<Record<Extract<View, { at: "busy" }>["doing"], string>> = {
  asking: "Asking what it costs…",
  connecting: "Asking the wallet for an account…",
  checking: "Looking at the wallet…",
  switching: "Asking the wallet to switch…",
  signing: "Sign in the wallet…",
  sending: "Paying, and fetching the answer…",
  sending_again: "No answer yet: sending the same payment again…",
};

/** What waits for a wallet. */
const AT_WALLET = ["connecting", "checking", "switching", "signing"] satisfies (keyof typeof DOING)[];
const isAtWallet = (doing: string): boolean => AT_WALLET.some((one) => one === doing);

const HEADINGS: Readonly<Record<View["at"], string>> = {
  busy: "Paying for this answer",
  review: "Pay for this answer",
  problem: "Not bought yet",
  answer: "Bought",
};

/** A purchase under way. It is loaded when somebody buys, with all that knows of wallets behind it. */
export function Purchase({ call, resume, onBought, onClose }: PurchaseProps) {
  const { view, choose, confirm, goOn, otherWallet, leave } = usePurchase({
    call,
    resume,
    onBought,
    onClose,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const { at } = view;
  useEffect(() => heading.current?.focus(), [at]);
  // A button that is gone takes the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [view]);
  const title = at === "answer" && view.bought.receipt === null ? "The answer" : HEADINGS[at];
  return (
    <section aria-label="Purchase" className="rounded-xl border border-rule bg-panel p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          {title}
        </h2>
        {at !== "busy" && <Button onClick={onClose}>Close</Button>}
      </div>
      <p role="status" className={at === "busy" ? "mt-3 flex items-center gap-2" : "sr-only"}>
        {at === "busy" && (
          <>
            <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />{" "}
            {DOING[view.doing]}
          </>
        )}
      </p>
      {view.at === "busy" && isAtWallet(view.doing) && (
        <div className="mt-3">
          <StopWaiting onStop={leave} />
        </div>
      )}
      {at === "review" && (
        <Review
          call={call}
          challenge={view.challenge}
          choice={view.choice}
          onChoose={choose}
          onConfirm={confirm}
          onOther={otherWallet}
        />
      )}
      {at === "problem" && <ProblemNote problem={view.problem} onNext={() => goOn(view.problem)} />}
      {at === "answer" && <Answer bought={view.bought} showRaw={!view.shown} />}
    </section>
  );
}

const MONEY = {
  "nothing was charged": "Nothing was charged.",
  "not known yet": "Whether it was charged is not known yet; it is never charged twice.",
  "paid before": "It was paid before; nothing more was charged.",
  "paid and returned": "Nothing more was charged.",
};

function ProblemNote({ problem, onNext }: { problem: Problem; onNext: () => void }) {
  const { title, text, money, next } = wordsOf(problem);
  return (
    <div role="alert" className="mt-3 flex gap-3">
      <TriangleAlert className="mt-1 size-4 shrink-0 text-accent" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong className="font-medium">{title}.</strong> {text} {MONEY[money]}
        </p>
        <Button variant="primary" className="mt-3" onClick={onNext}>
          {next}
        </Button>
      </div>
    </div>
  );
}
