"use client";

import { useEffect, useState } from "react";

export type Reading<T> =
  { state: "reading" } | { state: "read"; value: T } | { state: "failed"; why: string };

const TIME_LIMIT_MS = 15_000;

async function read<T>(path: string, parse: (body: unknown) => T | null): Promise<Reading<T>> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    if (!response.ok) return { state: "failed", why: `The service answered ${response.status}.` };
    const value = parse(await response.json());
    return value === null
      ? { state: "failed", why: "What came back is not of the form that this page reads." }
      : { state: "read", value };
  } catch {
    return { state: "failed", why: "This browser got no answer." }; // offline, too slow, or no JSON: one remedy for all
  }
}

/** A free route's answer, read when the page is there. `parse` must stay the same; it gives null for what it can't read. */
export function useFree<T>(
  path: string,
  parse: (body: unknown) => T | null,
): { reading: Reading<T>; again: () => void } {
  const [reading, setReading] = useState<Reading<T>>({ state: "reading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    void read(path, parse).then((found) => {
      if (wanted) setReading(found);
    });
    return () => {
      wanted = false;
    };
  }, [path, parse, round]);
  const again = () => {
    setReading({ state: "reading" });
    setRound(round + 1);
  };
  return { reading, again };
}
