import { useCallback, useEffect, useRef, useState } from "react";
import { thisBrowser } from "@/lib/buying/browser";
import type { PaidCall } from "@/lib/buying/call";
import type { Challenge, PayableOffer } from "@/lib/buying/challenge";
import type { Reply } from "@/lib/buying/deliver";
import { leavable, unlessLeft } from "@/lib/buying/leave";
import { nextStep, type Problem, Stopped } from "@/lib/buying/problem";
import { ask, type Doing, finish, pay } from "@/lib/buying/purchase";
import { receiptOf } from "@/lib/buying/receipt";
import type { ConnectedWallet, FoundWallet } from "@/lib/buying/wallets";
import type { Bought } from "../bought";

/** What a person chose to pay with. */
export interface Choice {
  offer: PayableOffer;
  found: FoundWallet;
  wallet: ConnectedWallet;
}

export type View =
  | { at: "busy"; doing: Doing | "connecting" | "switching" }
  | { at: "review"; challenge: Challenge; choice: Choice | null }
  | { at: "problem"; problem: Problem }
  /** `shown`: whoever heard of the answer shows it. */
  | { at: "answer"; bought: Bought; shown: boolean };

const boughtOf = (reply: Reply): Bought => ({
  text: reply.text,
  replayed: reply.headers.get("idempotent-replayed") === "true",
  receipt: receiptOf(reply),
});

/** Anything that is not foreseen is a failure of ours, and nothing is hidden of it. */
function problemIn(error: unknown): Problem {
  if (error instanceof Stopped) return error.problem;
  reportError(error);
  return { kind: "wallet_failed", message: "" };
}

/** Tells who shows the answer, and whether they do. It is bought, whatever they make of it. */
function hears(onBought: Options["onBought"], bought: Bought): boolean {
  try {
    return onBought(bought);
  } catch (error) {
    reportError(error); // of ours, and nothing is hidden of it
    return false;
  }
}

interface Options {
  call: PaidCall;
  /** Brings the answer of a payment that was made before, instead of beginning a new one. */
  resume: boolean;
  onBought: (bought: Bought) => boolean;
  onClose: () => void;
}

/** One purchase from the first question to the answer. Each step runs alone: a second click finds it busy. */
export function usePurchase({ call, resume, onBought, onClose }: Options) {
  const [view, setView] = useState<View>({ at: "busy", doing: "asking" });
  const [browser] = useState(thisBrowser);
  const since = useRef(0);
  const running = useRef(false);
  const left = useRef(new AbortController());
  const offered = useRef<{ challenge: Challenge; choice: Choice | null } | null>(null);

  const report = useCallback((doing: Doing) => setView({ at: "busy", doing }), []);

  const review = useCallback((challenge: Challenge, choice: Choice | null) => {
    offered.current = { challenge, choice };
    setView({ at: "review", challenge, choice });
  }, []);

  const answer = useCallback(
    (reply: Reply) => {
      const bought = boughtOf(reply);
      setView({ at: "answer", bought, shown: hears(onBought, bought) });
    },
    [onBought],
  );

  /** Runs one step; what stops it is shown. */
  const step = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    left.current = new AbortController();
    try {
      await work();
    } catch (error) {
      setView({ at: "problem", problem: problemIn(error) });
    } finally {
      running.current = false;
    }
  }, []);

  const begin = useCallback(async () => {
    since.current = browser.now();
    report("asking");
    const came = await ask(browser, call);
    if (!("offers" in came)) return answer(came);
    if (came.offers.length === 0) throw new Stopped({ kind: "nothing_offered" });
    review(came, null);
  }, [browser, call, report, review, answer]);

  const bring = useCallback(async () => {
    const reply = await finish(browser, call, report);
    await (reply === null ? begin() : answer(reply));
  }, [browser, call, report, begin, answer]);

  const check = useCallback(
    async ({ offer, found, wallet }: Choice, first: "checking" | "switching") => {
      setView({ at: "busy", doing: first });
      const asked = leavable(wallet, left.current.signal);
      if (first === "switching") await asked.switchTo(offer);
      await asked.check(offer);
      if (offered.current !== null) review(offered.current.challenge, { offer, found, wallet });
    },
    [review],
  );

  const choose = (offer: PayableOffer, found: FoundWallet) =>
    step(async () => {
      setView({ at: "busy", doing: "connecting" });
      const wallet = await unlessLeft(left.current.signal, () => found.connect(offer));
      const choice = { offer, found, wallet };
      if (offered.current !== null) offered.current.choice = choice;
      await check(choice, "checking");
    });

  const confirm = (upTo: PaidCall["price"]) =>
    step(async () => {
      const { challenge, choice } = offered.current ?? {};
      if (challenge === undefined || choice === null || choice === undefined) return;
      const { offer } = choice;
      const wallet = leavable(choice.wallet, left.current.signal);
      answer(await pay(browser, call, { challenge, offer, wallet, upTo, since: since.current }, report));
    });

  const goOn = (problem: Problem) =>
    step(async () => {
      const { challenge, choice } = offered.current ?? {};
      const next = nextStep(problem);
      if (next === "close") return onClose();
      if (next === "finish") return bring();
      if (next === "ask" || challenge === undefined) return begin();
      if (next === "review" || choice === null || choice === undefined)
        return review(challenge, next === "review" ? null : (choice ?? null));
      await check(choice, next === "switch" ? "switching" : "checking");
    });

  // What this browser keeps may have changed, of which it tells other tabs alone.
  useEffect(() => {
    window.dispatchEvent(new Event("storage"));
  }, [view]);

  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void step(resume ? bring : begin);
  }, [resume, bring, begin, step]);

  return {
    view,
    choose,
    confirm,
    goOn,
    /** Ends the wait for a wallet. */
    leave: () => left.current.abort(),
    otherWallet: () => offered.current && review(offered.current.challenge, null),
  };
}
