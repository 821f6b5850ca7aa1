import canonicalize from "canonicalize";
import { sha256Hex, sha256HexSync } from "@/lib/http/digest";

/** Arguments that carry a payment or its context, not the request itself (tool calls put them in the body). */
const NOT_THE_REQUEST = new Set(["paymentSignature", "_meta", "creditsWallet"]);

/**
 * The raw arguments before defaults, as canonical JSON (RFC 8785): what a request is known by, and asked again with. An
 * absent body equals `{}`, so the same request by HTTP and by tool call is the same.
 */
export const canonicalArguments = (args: Readonly<Record<string, unknown>>): string =>
  canonicalize(Object.fromEntries(Object.entries(args).filter(([name]) => !NOT_THE_REQUEST.has(name)))) ??
  "{}";

/** Which request a payment buys: SHA-256 over the entry's path and its canonical arguments. */
export const requestFingerprint = (path: string, args: Readonly<Record<string, unknown>>): Promise<string> =>
  sha256Hex(`${path}\n${canonicalArguments(args)}`);

/** The same of a small request, at once: the way to WebCrypto's thread takes longer than such a hash does. */
export const smallFingerprint = (path: string, args: Readonly<Record<string, unknown>>): string =>
  sha256HexSync(`${path}\n${canonicalArguments(args)}`);
