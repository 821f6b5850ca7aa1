"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

/** How long a message stays: long enough to be read twice. */
const SHOWN_FOR_MS = 6_000;

const Say = createContext<(message: string) => void>(() => {});

/** Tells what was done where nothing on the screen shows it; never the only place of an error. */
export const useToast = (): ((message: string) => void) => useContext(Say);

/** Around what uses `useToast`. One message at a time, read out politely, gone by itself. */
export function Toasts({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const say = useCallback((text: string) => {
    clearTimeout(timer.current);
    setMessage(text);
    timer.current = setTimeout(() => setMessage(null), SHOWN_FOR_MS);
  }, []);
  return (
    <Say value={say}>
      {children}
      <div role="status" className="fixed inset-x-4 bottom-4 z-20 mx-auto w-fit max-w-md">
        {message !== null && (
          <p className="rounded-lg bg-ink px-4 py-3 text-sm text-paper wrap-anywhere">{message}</p>
        )}
      </div>
    </Say>
  );
}
