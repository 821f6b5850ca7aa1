import canonicalize from "canonicalize";
import { sha256Hex } from "@/lib/http/digest";

/** Arguments that carry a payment or its context, not the request itself (tool calls put them in the body). */
const NOT_THE_REQUEST = new Set(["paymentSignature", "_meta", "creditsWallet"]);

/**
 * Which request a payment buys: SHA-256 over the entry's path and the canonical JSON (RFC 8785) of the raw arguments
 * before defaults. An absent body equals `{}`, so the same request by HTTP and by tool call is the same.
 */
export async function requestFingerprint(
  path: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = Object.fromEntries(Object.entries(args).filter(([name]) => !NOT_THE_REQUEST.has(name)));
  return sha256Hex(`${path}\n${canonicalize(request) ?? "{}"}`);
}
