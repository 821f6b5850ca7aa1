"use client";

import { useId, useState, type ReactNode } from "react";
import { codeOf } from "@/lib/pay-link/link";

interface ForAgentProps {
  link: string;
  /** As the agent's program names itself; null where it does not. */
  by: string | null;
  /** What pays, once the person said that they mean it. */
  children: ReactNode;
}

/** Who gets what is paid for here, before anything can be paid: anybody may have made this address. */
export function ForAgent({ link, by, children }: ForAgentProps) {
  const id = useId();
  const [meant, setMeant] = useState(false);
  return (
    <section aria-label="Who asks" className="space-y-3 rounded-xl border border-accent p-5">
      <h2 className="font-semibold">You pay, and an agent gets the answer</h2>
      <p>
        This page was opened for a program that has no wallet.{" "}
        {by === null ? (
          "It gave no name."
        ) : (
          <>
            It calls itself &ldquo;<bdi className="wrap-anywhere">{by}</bdi>&rdquo; (made by someone else, not
            checked).
          </>
        )}{" "}
        What you pay for goes to that program, once. If you asked no agent of yours for this just now, close
        the page: somebody else may have sent you here.
      </p>
      <p>
        Your agent showed you a code. This page&rsquo;s is{" "}
        <strong className="figures text-lg">{codeOf(link)}</strong>.
      </p>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-2">
        <input
          id={id}
          type="checkbox"
          className="size-5 shrink-0"
          checked={meant}
          onChange={(event) => setMeant(event.target.checked)}
        />
        I asked my agent for this, and the codes are the same
      </label>
      {meant && children}
    </section>
  );
}
