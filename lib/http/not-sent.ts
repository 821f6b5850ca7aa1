/** Errors of the socket before it was connected, where the runtime names no system call. */
const CODES = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
/** The system calls that come before a byte can be written, by Node's names. */
const CALLS = new Set(["connect", "getaddrinfo"]);
/** `fetch failed`, its cause, its several causes, and one more for runtimes that wrap again. */
const DEPTH = 4;

interface Failure {
  code?: unknown;
  syscall?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/**
 * Whether a failed fetch provably sent nothing: no connection was made. Only an error that says so counts; a runtime
 * without error codes, a reset, a time-out or a TLS failure leaves it open. Only for fetches that follow no redirect:
 * behind one, "no connection" is the second server's, and the first has had the request.
 */
export function isNotSent(error: unknown, depth = DEPTH): boolean {
  if (typeof error !== "object" || error === null || depth === 0) return false;
  const { code, syscall, cause, errors }: Failure = error;
  if (typeof syscall === "string") return CALLS.has(syscall);
  // Several addresses were tried, and it carries the failure of each.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every((one) => isNotSent(one, depth - 1));
  if (typeof code === "string") return CODES.has(code);
  return isNotSent(cause, depth - 1);
}
