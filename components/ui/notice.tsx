import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

const KINDS: Record<"info" | "good" | "warn" | "bad", { Shape: LucideIcon; look: string }> = {
  info: { Shape: Info, look: "text-muted" },
  good: { Shape: CircleCheck, look: "text-good" },
  warn: { Shape: TriangleAlert, look: "text-accent" },
  bad: { Shape: CircleX, look: "text-bad" },
};

interface NoticeProps {
  kind?: keyof typeof KINDS;
  title: string;
  children?: ReactNode;
  /** What can be done about it: buttons or links. */
  actions?: ReactNode;
}

/** Something to know before going on. What appears after an action belongs into a live region of the owner's. */
export function Notice({ kind = "info", title, children, actions }: NoticeProps) {
  const { Shape, look } = KINDS[kind];
  return (
    <div className="flex gap-3 rounded-lg border border-rule bg-panel p-4">
      <Shape className={classes("mt-0.5 size-5 shrink-0", look)} aria-hidden="true" />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {children !== undefined && <div className="text-muted">{children}</div>}
        {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
