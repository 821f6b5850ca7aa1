import { useEffect, useState } from "react";
import { readScope, type Scope } from "@/lib/security/report/scope";

const PATH = "/api/svc-security-scope";
/** Long enough for a word to be finished, short enough to be an answer to it. */
const PAUSE_MS = 450;
const TIME_LIMIT_MS = 8_000;

export async function askScope(body: string, signal: AbortSignal): Promise<Scope> {
  const response = await fetch(PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
  });
  const wait = Number(response.headers.get("retry-after"));
  const answer: unknown = await response.json();
  return readScope(response.status, wait > 0 ? wait : 5, answer);
}

/**
 * The scope of what is typed, asked for after a pause; null while it is asked for, or where nothing is typed. Nothing is
 * asked of the site itself. Where too much was asked, it asks again by itself when it may; else by `again`.
 */
export function useScope(
  target: string,
  allowlist: readonly string[],
): { scope: Scope | null; again: () => void } {
  const body = JSON.stringify({ target, allowlist });
  const [known, setKnown] = useState<{ body: string; scope: Scope } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (target === "") return;
    const stop = new AbortController();
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const after = (ms: number, work: () => void) => timers.add(setTimeout(work, ms));
    after(PAUSE_MS, () => {
      askScope(body, stop.signal).then(
        (scope) => {
          if (stop.signal.aborted) return;
          setKnown({ body, scope });
          if (scope.at === "busy") after(scope.retryAfterSec * 1_000, () => setRound((count) => count + 1));
        },
        () => {
          if (!stop.signal.aborted) setKnown({ body, scope: { at: "unreachable" } });
        },
      );
    });
    return () => {
      stop.abort();
      timers.forEach(clearTimeout);
    };
  }, [target, body, round]);
  return {
    scope: known?.body === body && target !== "" ? known.scope : null,
    again: () => {
      setKnown(null);
      setRound((count) => count + 1);
    },
  };
}
