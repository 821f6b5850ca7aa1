/** Why a request to a target has no answer. */
export type ScanFailure =
  | "dns"
  | "tls"
  | "refused"
  | "reset"
  | "timeout"
  | "headers_too_large"
  /** The body broke off or did not decompress. */
  | "unreadable_body"
  /** The runtime does not tell what failed. */
  | "network"
  /** The scan has used up its requests. */
  | "budget"
  /** The address lies on another origin, so it was not asked for. */
  | "off_origin";

const CODES: readonly [pattern: RegExp, failure: ScanFailure][] = [
  [/^(ENOTFOUND|EAI_)/, "dns"],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/, "tls"],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/, "refused"],
  [/^(ETIMEDOUT|UND_ERR_[A-Z]*_?TIMEOUT)/, "timeout"],
  [/^UND_ERR_HEADERS_OVERFLOW|^HPE_HEADER_OVERFLOW/, "headers_too_large"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_)/, "reset"],
];

const MAX_DEPTH = 5;

/** By its members, not by its class: at the edge, `fetch` may reject with an error of another realm. */
const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** The codes that an error and its causes carry, outermost first. Platforms name them alike, where they tell them. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < MAX_DEPTH && current !== undefined; depth += 1) {
    const [code, errors] = [member(current, "code"), member(current, "errors")];
    if (typeof code === "string") codes.push(code);
    current = Array.isArray(errors) && errors.length > 0 ? member(errors, "0") : member(current, "cause");
  }
  return codes;
}

/** What a rejected fetch died of, before any answer. */
export function failureOf(error: unknown): ScanFailure {
  for (const code of codesOf(error)) {
    const known = CODES.find(([pattern]) => pattern.test(code));
    if (known !== undefined) return known[1];
  }
  return "network";
}
