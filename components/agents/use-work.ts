"use client";

import { useRef, useState } from "react";
import { Stopped, wordsOf } from "@/lib/buying/problem";

/** What became of something that a person started. */
export type Work =
  { at: "idle" } | { at: "busy"; doing: string } | { at: "stopped" | "done"; title: string; text: string };

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
  async function run(
    task: (tell: (doing: string) => void) => Promise<{ title: string; text: string }>,
  ): Promise<void> {
    if (running.current) return;
    running.current = true;
    try {
      const done = await task((doing) => setWork({ at: "busy", doing }));
      setWork({ at: "done", ...done });
    } catch (error) {
      setWork(stoppedBy(error));
    } finally {
      running.current = false;
    }
  }
  return { work, run };
}
