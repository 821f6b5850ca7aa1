import { answerSchemaOf } from "@/lib/catalog/answers";
import type { RouteEntry } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import { log } from "@/lib/http/log";

let isSaid = false;

/**
 * Logs once a process that the checks are on, but this build can't do them: the host of plain Node does so before it listens,
 * other instances with their first call. Callers are served all the same.
 */
export function sayUnchecked(): void {
  if (isSaid || answerSchemaOf !== null || !env().VALIDATE_OUTPUT) return;
  isSaid = true;
  log.error("answers_unchecked", {
    why: "VALIDATE_OUTPUT is true, but this build has no schemas: set it when building, too",
  });
}

/**
 * With VALIDATE_OUTPUT, parses an answer with its route's schema before it leaves; throws what the schema says of one
 * that doesn't fit. Without it, which is how production runs, nothing is looked at.
 */
export function checkAnswer(entry: RouteEntry, answer: unknown): void {
  if (env().VALIDATE_OUTPUT) answerSchemaOf?.(entry).parse(answer);
}
