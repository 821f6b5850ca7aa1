import { Inbox, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { classes } from "./classes";
import { Notice } from "./notice";

/** Nothing is here yet: why, and what would bring something. */
export const EmptyState = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid justify-items-start gap-2 rounded-xl border border-dashed border-edge p-6">
    <Inbox className="size-5 text-muted" aria-hidden="true" />
    <p className="font-medium">{title}</p>
    <div className="max-w-prose text-muted">{children}</div>
  </div>
);

/** It could not be read: what happened, and a way to try again. */
export const ErrorState = ({
  title,
  children,
  retry,
}: {
  title: string;
  children: ReactNode;
  retry?: () => void;
}) => (
  <Notice
    kind="bad"
    title={title}
    actions={
      retry !== undefined && (
        <Button size="small" onClick={retry}>
          <RotateCw className="size-4" aria-hidden="true" />
          Try again
        </Button>
      )
    }
  >
    {children}
  </Notice>
);

/** Holds the place of what is being read, so that nothing jumps when it comes. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classes("block rounded-md bg-rule motion-safe:animate-pulse noscript:hidden", className)}
  />
);
