import { base64ToBytes, base64ToText, textToBase64Url } from "@/lib/http/base64";
import { checkByPublishedKey, type KeyCheck } from "@/lib/http/published-key";
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
  /** The key's id, as a DID URL. */
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
    return { header, kid, bytes: new Uint8Array(base64ToBytes(bytes)) };
  } catch {
    return null; // no base64 or no JSON
  }
}

const VERDICTS: Readonly<Record<KeyCheck, Verification>> = {
  holds: "verified",
  does_not_hold: "forged",
  unknown_key: "unknown_key",
  not_supported: "not_supported",
};

/** Judges a report's signature by a set of keys, such as /.well-known/jwks.json gives. Never throws. */
export async function verifyReport(
  { answer, signature }: Pick<Report, "answer" | "signature">,
  jwks: unknown,
): Promise<Verification> {
  if (signature === null) return "unsigned";
  const read = readSignature(signature);
  if (read === null) return "forged";
  const input = `${read.header}.${textToBase64Url(signedText(answer))}`;
  return VERDICTS[await checkByPublishedKey(jwks, read.kid, input, read.bytes)];
}
