import { base64ToBytes, base64ToText, textToBase64Url } from "@/lib/http/base64";
import { isRecord } from "@/lib/is-record";
import type { Report } from "./report";
import { REPORT_TYPE, signedText } from "./signed-part";

/** What a report's signature says of it. */
export type Verification =
  /** Made by the service whose keys these are, and not changed since. */
  | "verified"
  /** It carries no signature: anybody can have written it. */
  | "unsigned"
  /** The signature is of another content than this one, or no signature. */
  | "forged"
  /** Its key is none of these: another service's, or one that is no longer published. */
  | "unknown_key"
  /** This browser knows no Ed25519. */
  | "not_supported";

interface ReadSignature {
  header: string;
  /** The key's id in the set of keys. */
  kid: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The parts of a JWS without its payload; null for anything but what this service makes. */
function readSignature(signature: string): ReadSignature | null {
  const [header = "", payload, bytes = "", ...more] = signature.split(".");
  if (payload !== "" || more.length > 0) return null;
  try {
    const parsed: unknown = JSON.parse(base64ToText(header));
    if (!isRecord(parsed)) return null;
    const { alg, typ, kid, ...rest } = parsed;
    if (alg !== "EdDSA" || typ !== REPORT_TYPE || Object.keys(rest).length > 0) return null;
    if (typeof kid !== "string") return null;
    return { header, kid: kid.replace(/^.*#/, ""), bytes: new Uint8Array(base64ToBytes(bytes)) };
  } catch {
    return null; // no base64 or no JSON
  }
}

/** The public half of the key with that id in a set of keys (RFC 7517), or null. */
function keyOf(jwks: unknown, kid: string): { x: string } | null {
  const keys: unknown = isRecord(jwks) ? jwks.keys : null;
  if (!Array.isArray(keys)) return null;
  for (const key of keys.filter(isRecord))
    if (key.kid === kid && key.kty === "OKP" && key.crv === "Ed25519" && typeof key.x === "string")
      return { x: key.x };
  return null;
}

async function importKey({ x }: { x: string }): Promise<CryptoKey | null> {
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x };
    return await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
  } catch {
    return null;
  }
}

/** Judges a report's signature by a set of keys, such as /.well-known/jwks.json gives. Never throws. */
export async function verifyReport(
  { answer, signature }: Pick<Report, "answer" | "signature">,
  jwks: unknown,
): Promise<Verification> {
  if (signature === null) return "unsigned";
  const read = readSignature(signature);
  if (read === null) return "forged";
  const known = keyOf(jwks, read.kid);
  if (known === null) return "unknown_key";
  const key = await importKey(known);
  if (key === null) return "not_supported";
  const input = `${read.header}.${textToBase64Url(signedText(answer))}`;
  const holds = await crypto.subtle.verify("Ed25519", key, read.bytes, new TextEncoder().encode(input));
  return holds ? "verified" : "forged";
}
