"use client";

import { useRef } from "react";
import { CopyButton } from "./copy-button";

interface CommandLineProps {
  command: string;
  /** What the command does, in a few words: the button's accessible name. */
  label: string;
}

/** A command and a button that copies it. */
export function CommandLine({ command, label }: CommandLineProps) {
  const code = useRef<HTMLElement>(null);
  return (
    <div className="flex items-start gap-2 rounded-lg border border-rule bg-panel py-2 pr-2 pl-4">
      <code ref={code} className="figures min-w-0 grow py-1.5 text-sm whitespace-pre-wrap wrap-anywhere">
        {command}
      </code>
      <CopyButton text={command} label={label} source={code} />
    </div>
  );
}
