import type { ReactNode } from "react";
import { ErrorState, Skeleton } from "@/components/ui/state";
import type { Reading } from "./use-free";

interface ReadingViewProps<T> {
  reading: Reading<T>;
  again: () => void;
  /** What is read, for who waits or can't have it: "the status". */
  what: string;
  children: (value: T) => ReactNode;
}

/** What was read, or that it is being read, or that it could not be and what to do. */
export function ReadingView<T>({ reading, again, what, children }: ReadingViewProps<T>) {
  return (
    <div aria-live="polite" aria-busy={reading.state === "reading"} data-twin="skip">
      {reading.state === "reading" ? (
        <div className="grid gap-3">
          <p className="sr-only">Reading {what}…</p>
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-24" />
        </div>
      ) : reading.state === "failed" ? (
        <ErrorState title={`Could not read ${what}`} retry={again}>
          {reading.why}
        </ErrorState>
      ) : (
        children(reading.value)
      )}
    </div>
  );
}
