import type { RouteEntry } from "@/lib/catalog/define";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";

export type ProvedRoute = Pick<RouteEntry, "path" | "method">;

/**
 * What a wallet signs among the `resources` of its SIGN-IN-WITH-X, so that the sign-in is good for one request: the method,
 * and the request's fingerprint (SHA-256 of the path, a line break, and the body's canonical JSON, RFC 8785).
 */
export const proofResource = async (
  { path, method }: ProvedRoute,
  body: Readonly<Record<string, unknown>>,
): Promise<string> =>
  `urn:svc:agent-identity:${method.toLowerCase()}:sha256:${await requestFingerprint(path, body)}`;
