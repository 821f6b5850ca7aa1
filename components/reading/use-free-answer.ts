"use client";

import { useEffect, useState } from "react";
import { askFree, type Found, UNREAD } from "./ask-free";

const unread = (error: unknown): Found<never> => {
  reportError(error); // of ours, or of a service that is newer than this page
  return { state: "failed", status: null, why: UNREAD };
};

export type Reading<T> = Found<T> | { state: "reading" };

/** The answer to a question of `ask`, which is asked again with another `key`; null as `key` asks nothing. */
export function useAsked<T>(
  key: string | null,
  ask: (key: string) => Promise<Found<T>>,
): { reading: Reading<T>; again: () => void } {
  const [round, setRound] = useState(0);
  const [last, setLast] = useState<{ of: string; found: Found<T> } | null>(null);
  const of = `${round} ${key ?? ""}`;
  useEffect(() => {
    if (key === null) return;
    let wanted = true;
    void ask(key)
      .catch(unread)
      .then((found) => {
        if (wanted) setLast({ of, found });
      });
    return () => {
      wanted = false;
    };
  }, [key, of, ask]);
  return {
    reading: last?.of === of ? last.found : { state: "reading" },
    again: () => setRound(round + 1),
  };
}

/** A free route's answer. `read` must stay the same function. */
export function useFreeAnswer<T>(
  path: string | null,
  read: (body: unknown) => T | null,
): { reading: Reading<T>; again: () => void } {
  const [ask] = useState(() => (asked: string) => askFree(asked, read));
  return useAsked(path, ask);
}
