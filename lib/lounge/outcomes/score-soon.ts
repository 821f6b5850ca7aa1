import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { readSources } from "@/lib/sources/read-sources";
import { elapsed, now } from "@/lib/time";
import { scoreDue } from "./score";

const AT_ONCE = 20;
const EVERY_MS = 60_000;
const LONGEST_MS = 20_000;

let lastAt = -Infinity;

/** Scores what is due behind the answer, at most once a minute in one instance. The scheduled route does the rest. */
export function scoreSoon(): void {
  if (elapsed() - lastAt < EVERY_MS) return;
  lastAt = elapsed();
  const context = {
    ...{ now: new Date(now()), signal: AbortSignal.timeout(LONGEST_MS) },
    ...{ stale: "wait" as const, startedMs: elapsed() },
  };
  keepAlive(
    scoreDue(AT_ONCE, readSources, context).catch((error: unknown) =>
      log.warn("signals_not_scored", { why: describe(error) }),
    ),
  );
}
