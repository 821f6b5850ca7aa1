import type { RouteEntry } from "@/lib/catalog/define";
import { requestFingerprint, smallFingerprint } from "@/lib/payments/ledger/fingerprint";

export type ProvedRoute = Pick<RouteEntry, "path" | "method">;

const resourceOf = (method: ProvedRoute["method"], fingerprint: string): string =>
  `urn:svc:agent-identity:${method.toLowerCase()}:sha256:${fingerprint}`;

/**
 * What a wallet signs among the `resources` of its SIGN-IN-WITH-X, so that the sign-in is good for one request: the method,
 * and the request's fingerprint (SHA-256 of the path, a line break, and the body's canonical JSON, RFC 8785).
 */
export const proofResource = async (
  { path, method }: ProvedRoute,
  body: Readonly<Record<string, unknown>>,
): Promise<string> => resourceOf(method, await requestFingerprint(path, body));

/** The same at once, for where bodies are small and WebCrypto's thread is dear; a page's code goes without that hash. */
export const proofResourceAtOnce = (
  { path, method }: ProvedRoute,
  body: Readonly<Record<string, unknown>>,
): string => resourceOf(method, smallFingerprint(path, body));
