/** Why a request to a target has no answer. */
export type ScanFailure =
  | "dns"
  | "tls"
  | "refused"
  /** The connection led to an address that was not judged, and was closed before the first byte. */
  | "not_pinned"
  | "reset"
  | "timeout"
  | "headers_too_large"
  /** The body broke off or did not decompress. */
  | "unreadable_body"
  /** The runtime does not tell what failed, or there is no way from here: the target has said nothing. */
  | "network"
  /** The scan has used up its requests. */
  | "budget"
  /** The address lies on another origin, so it was not asked for. */
  | "off_origin";

const CODES: readonly [pattern: RegExp, failure: ScanFailure][] = [
  [/^SCAN_NOT_PINNED$/, "not_pinned"],
  [/^(ENOTFOUND|EAI_)/, "dns"],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/, "tls"],
  [/^ECONNREFUSED/, "refused"],
  [/^(ETIMEDOUT|UND_ERR_[A-Z]*_?TIMEOUT)/, "timeout"],
  [/^UND_ERR_HEADERS_OVERFLOW|^HPE_HEADER_OVERFLOW/, "headers_too_large"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_)/, "reset"],
];

const MAX_DEPTH = 5;

/** By its members, not by its class: at the edge, `fetch` may reject with an error of another realm. */
const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/**
 * An error and its causes, outermost first, as far as what was tried at several addresses of a name: of such an error only
 * the errors of the single addresses count, since its own code is that of whichever came first.
 */
function chainOf(error: unknown): { codes: readonly string[]; tried: readonly unknown[] } {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < MAX_DEPTH && current !== undefined; depth += 1) {
    const [code, errors] = [member(current, "code"), member(current, "errors")];
    if (Array.isArray(errors) && errors.length > 0) return { codes, tried: errors };
    if (typeof code === "string") codes.push(code);
    current = member(current, "cause");
  }
  return { codes, tried: [] };
}

/** By the first code that is known: platforms name them alike, where they tell them. */
const failureByCodes = (codes: readonly string[]): ScanFailure =>
  codes.flatMap((code) => CODES.find(([pattern]) => pattern.test(code))?.[1] ?? [])[0] ?? "network";

/**
 * What a rejected fetch died of, before any answer. A name with several addresses has refused only where each that could be
 * reached did: one that was silent may serve.
 */
export function failureOf(error: unknown): ScanFailure {
  const { codes, tried } = chainOf(error);
  const failures = tried
    .map((one) => failureByCodes(chainOf(one).codes))
    .filter((failure) => failure !== "network");
  return failures.find((failure) => failure !== "refused") ?? failures[0] ?? failureByCodes(codes);
}
