"use client";

import { useRef, useState } from "react";
import { unlessLeft } from "@/lib/buying/leave";
import type { Failed } from "@/components/reading/ask-free";
import { Stopped, wordsOf } from "@/lib/buying/problem";

/** What became of something that a person started. */
export type Work =
  | { at: "idle" }
  /** `leave` ends the wait for a wallet; null while nothing waits for one. */
  | { at: "busy"; doing: string; leave: (() => void) | null }
  | { at: "stopped" | "done"; title: string; text: string };

/** What work does while it runs. */
export interface Working {
  tell(doing: string): void;
  /** Waits for a wallet's answer as long as the person does. Throws Stopped. `sends`: see `unlessLeft`. */
  wallet<T>(doing: string, ask: () => Promise<T>, sends?: boolean): Promise<T>;
}

/** Ends work with words for the person. */
export class Refused extends Error {
  override name = "Refused";
  constructor(
    readonly title: string,
    readonly text: string,
  ) {
    super(title);
  }
}

/** Ends work whose request changes something: where no answer of the service's came back, it may have arrived. */
export function notTaken(title: string, { status, why }: Failed): Refused {
  if (status !== null && status >= 400) return new Refused(title, why);
  const text = `${why} Do the same again: what arrived already is not done twice.`;
  return new Refused("Not known whether it arrived", text);
}

export const IDLE: Work = { at: "idle" };

function stoppedBy(error: unknown): Work {
  if (error instanceof Refused) return { at: "stopped", title: error.title, text: error.text };
  if (error instanceof Stopped) {
    const { title, text } = wordsOf(error.problem);
    return { at: "stopped", title, text };
  }
  reportError(error); // of ours, and nothing is hidden of it
  return { at: "stopped", title: "This page failed", text: "Reload it and try again; nothing was changed." };
}

/** Runs one thing at a time, and tells how it goes: a second press finds it busy. */
export function useWork() {
  const [work, setWork] = useState<Work>(IDLE);
  const running = useRef(false);
  async function run(task: (working: Working) => Promise<{ title: string; text: string }>): Promise<void> {
    if (running.current) return;
    running.current = true;
    const left = new AbortController();
    try {
      const done = await task({
        tell: (doing) => setWork({ at: "busy", doing, leave: null }),
        wallet: (doing, ask, sends) => {
          setWork({ at: "busy", doing, leave: () => left.abort() });
          return unlessLeft(left.signal, ask, sends);
        },
      });
      setWork({ at: "done", ...done });
    } catch (error) {
      setWork(stoppedBy(error));
    } finally {
      running.current = false;
    }
  }
  return { work, run };
}
