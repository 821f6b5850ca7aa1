import canonicalize from "canonicalize";
import { bytesToBase64Url, textToBase64Url } from "@/lib/http/base64";
import { keyUrl } from "./did";
import type { SigningKey } from "./signing-key";

/**
 * A compact JWS (RFC 7515) over the canonical JSON (RFC 8785) of the payload. `typ` keeps what the same key signs apart
 * (RFC 8725 §3.11): a reader takes no other type for its own.
 */
export async function jws(payload: object, key: SigningKey, origin: string, typ?: string): Promise<string> {
  const header = { alg: "EdDSA", kid: keyUrl(origin, key.publicJwk.kid), ...(typ !== undefined && { typ }) };
  const input = `${textToBase64Url(JSON.stringify(header))}.${textToBase64Url(canonicalize(payload) ?? "")}`;
  return `${input}.${bytesToBase64Url(await key.sign(new TextEncoder().encode(input)))}`;
}
