"use client";

import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";

type CopyState = "idle" | "copied" | "selected";
/** How long the button says what it did. */
const SHOWN_FOR_MS = 2_500;
const LABELS: Record<CopyState, string> = { idle: "Copy", copied: "Copied", selected: "Selected" };

interface CommandLineProps {
  command: string;
  /** What the command does, in a few words: the button's accessible name. */
  label: string;
}

/** A command and a button that copies it. Where the clipboard is closed to pages, it is selected instead. */
export function CommandLine({ command, label }: CommandLineProps) {
  const code = useRef<HTMLElement>(null);
  const [state, setState] = useState<CopyState>("idle");

  async function copy() {
    try {
      await navigator.clipboard.writeText(command);
      setState("copied");
    } catch {
      // No clipboard outside https, or no permission: the next best thing is one key away.
      if (code.current) window.getSelection()?.selectAllChildren(code.current);
      setState("selected");
    }
    setTimeout(() => setState("idle"), SHOWN_FOR_MS);
  }

  const Icon = state === "copied" ? Check : Copy;
  return (
    <div className="flex items-start gap-2 rounded-lg border border-rule bg-panel py-2 pr-2 pl-4">
      <code ref={code} className="figures min-w-0 grow py-1.5 text-sm whitespace-pre-wrap wrap-anywhere">
        {command}
      </code>
      <button
        type="button"
        onClick={copy}
        className="inline-flex shrink-0 cursor-pointer items-center gap-1.5 rounded-md px-2.5 py-1.5 text-sm text-muted transition-colors hover:bg-paper hover:text-ink"
      >
        <Icon className="size-4" aria-hidden="true" />
        <span aria-live="polite">{LABELS[state]}</span>
        <span className="sr-only">: {label}</span>
      </button>
    </div>
  );
}
