"use client";

import { Check, Copy } from "lucide-react";
import { type RefObject, useState } from "react";
import { classes } from "./classes";

type CopyState = "idle" | "copied" | "selected";
/** How long the button says what it did. */
const SHOWN_FOR_MS = 2_500;
const LABELS: Record<CopyState, string> = { idle: "Copy", copied: "Copied", selected: "Selected" };

interface CopyButtonProps {
  text: string;
  /** What is copied, in a few words: the button's accessible name. */
  label: string;
  /** Where the text stands: it is selected where the clipboard is closed to pages. */
  source: RefObject<HTMLElement | null>;
  className?: string;
}

export function CopyButton({ text, label, source, className }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>("idle");

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // No clipboard outside https, or no permission: the next best thing is one key away.
      if (source.current) window.getSelection()?.selectAllChildren(source.current);
      setState("selected");
    }
    setTimeout(() => setState("idle"), SHOWN_FOR_MS);
  }

  const Icon = state === "copied" ? Check : Copy;
  return (
    <button
      type="button"
      onClick={copy}
      className={classes(
        "inline-flex shrink-0 cursor-pointer items-center gap-1.5 rounded-md px-2.5 py-1.5 text-sm text-muted transition-colors hover:bg-paper hover:text-ink",
        className,
      )}
    >
      <Icon className="size-4" aria-hidden="true" />
      <span aria-live="polite">{LABELS[state]}</span>
      <span className="sr-only">: {label}</span>
    </button>
  );
}
