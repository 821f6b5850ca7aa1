/** Connection errors that come before a single byte could be sent. */
const NEVER_LEFT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** Whether a request provably never left: whatever it asked for can't have happened. */
export function neverLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return (typeof code === "string" && NEVER_LEFT.has(code)) || neverLeft(error.cause);
}
