import { type ReactNode, useRef } from "react";
import { Boundary } from "@/components/ui/boundary";
import { ErrorState, Skeleton } from "@/components/ui/state";
import { UNREAD } from "./ask-free";
import type { Reading } from "./use-free-answer";

interface ReadingStateProps<T> {
  reading: Reading<T>;
  again: () => void;
  /** What is read: "the feed". */
  what: string;
  /** What a 404 means here. */
  notFound?: ReactNode;
  children: (value: T) => ReactNode;
}

/** What was read; or that it is being read; or why it could not be, and what to do. */
export function ReadingState<T>({ reading, again, what, notFound, children }: ReadingStateProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  function retry(): void {
    box.current?.focus(); // the button goes, and the focus with it
    again();
  }
  return (
    <div ref={box} tabIndex={-1} aria-live="polite" aria-busy={reading.state === "reading"} data-twin="skip">
      {reading.state === "reading" ? (
        <Waiting what={what} />
      ) : reading.state === "read" ? (
        <Boundary
          fallback={
            <ErrorState title={`Could not read ${what}`} retry={retry}>
              {UNREAD} Load it anew if trying again does not help.
            </ErrorState>
          }
        >
          <Drawn draw={() => children(reading.value)} />
        </Boundary>
      ) : reading.status === 404 && notFound !== undefined ? (
        notFound
      ) : (
        <ErrorState title={`Could not read ${what}`} retry={retry}>
          {reading.why}
        </ErrorState>
      )}
    </div>
  );
}

/** Draws inside of a boundary. */
const Drawn = ({ draw }: { draw: () => ReactNode }) => draw();

export const Waiting = ({ what }: { what: string }) => (
  <div className="grid gap-3 noscript:hidden" data-twin="skip">
    <p className="sr-only">Reading {what}…</p>
    <Skeleton className="h-6 w-1/2" />
    <Skeleton className="h-24" />
  </div>
);
