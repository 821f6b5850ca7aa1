"use client";

import { useState } from "react";
import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { CodeBlock } from "@/components/ui/code-block";
import { isRecord } from "@/lib/is-record";

const readFile = (body: unknown): string | null => (isRecord(body) ? JSON.stringify(body, null, 2) : null);

interface AgentFileProps {
  title: string;
  path: string;
  /** Changes when the file may have: it is read again then. */
  version: string;
}

/** A file that others read of the agent, as it is served; read when somebody opens it. */
export function AgentFile({ title, path, version }: AgentFileProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-xl border border-rule bg-panel"
    >
      <summary className="min-h-11 cursor-pointer px-5 py-3 font-medium">{title}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pb-5">
        <p className="text-note">
          <a href={path} className="link figures wrap-anywhere">
            {path}
          </a>
        </p>
        {open && <Shown key={version} title={title} path={path} />}
      </div>
    </details>
  );
}

function Shown({ title, path }: Pick<AgentFileProps, "title" | "path">) {
  const { reading, again } = useFreeAnswer(path, readFile);
  return (
    <ReadingState reading={reading} again={again} what="the file">
      {(text) => <CodeBlock code={text} label={title} />}
    </ReadingState>
  );
}
