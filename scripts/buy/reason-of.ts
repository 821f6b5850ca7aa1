import { printableLine } from "./printable";

/** Why something failed, as it can be shown; fetch hides that in a cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return printableLine("code" in cause ? String(cause.code) : cause.message);
  return printableLine(error instanceof Error ? error.message : String(error));
}
