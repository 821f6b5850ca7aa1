"use client";

import { useRef } from "react";
import { CopyButton } from "./copy-button";

interface CodeBlockProps {
  code: string;
  /** What it is, in a few words: names the region and what the button copies. */
  label: string;
}

/** Lines of a program or a document, which scroll by themselves, and a button that copies them all. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  const text = useRef<HTMLPreElement>(null);
  return (
    <div className="overflow-hidden rounded-lg border border-rule bg-panel">
      <div className="flex items-center justify-between gap-3 border-b border-rule py-1 pr-1 pl-4">
        <span className="text-note text-muted">{label}</span>
        <CopyButton text={code} label={label} source={text} />
      </div>
      <pre
        ref={text}
        tabIndex={0}
        role="region"
        aria-label={label}
        className="figures max-h-96 overflow-auto p-4 text-note"
      >
        {code}
      </pre>
    </div>
  );
}
