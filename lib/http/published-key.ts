import { isRecord } from "@/lib/is-record";

/** The public half of the Ed25519 key with that id in a set of keys (RFC 7517), or null. */
function publicHalf(jwks: unknown, kid: string): string | null {
  const keys: unknown = isRecord(jwks) ? jwks.keys : null;
  if (!Array.isArray(keys)) return null;
  for (const key of keys.filter(isRecord))
    if (key.kid === kid && key.kty === "OKP" && key.crv === "Ed25519" && typeof key.x === "string")
      return key.x;
  return null;
}

/** What a JWS comes to by a set of keys: whose key it names, and whether this browser can read such a key. */
export type KeyCheck = "holds" | "does_not_hold" | "unknown_key" | "not_supported";

/**
 * Checks an Ed25519 signature over a JWS's signing input by a published set of keys, such as /.well-known/jwks.json gives.
 * `kid` may be a DID URL, whose fragment is the key's id. Never throws.
 */
export async function checkByPublishedKey(
  jwks: unknown,
  kid: string,
  input: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<KeyCheck> {
  const x = publicHalf(jwks, kid.replace(/^.*#/, ""));
  if (x === null) return "unknown_key";
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", false, [
      "verify",
    ]);
  } catch {
    return "not_supported"; // no Ed25519 here, or no key in what is published
  }
  const holds = await crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(input));
  return holds ? "holds" : "does_not_hold";
}
