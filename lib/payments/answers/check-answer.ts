import { answerSchemaOf } from "@/lib/catalog/answers";
import type { RouteEntry } from "@/lib/catalog/define";
import { env } from "@/lib/env";

/**
 * With VALIDATE_OUTPUT, parses an answer with its route's schema before it leaves; throws what the schema says of one
 * that doesn't fit. Without it, which is how production runs, nothing is looked at.
 */
export function checkAnswer(entry: RouteEntry, answer: unknown): void {
  if (!env().VALIDATE_OUTPUT) return;
  if (answerSchemaOf === null)
    throw new Error("VALIDATE_OUTPUT is true, but this build has no schemas: set it when building, too.");
  answerSchemaOf(entry).parse(answer);
}
