import { base64ToBytes, bytesToBase64, bytesToBase64Url } from "@/lib/http/base64";
import { importSigningKey } from "../receipts/signing-key";

/** A secret API key of Coinbase's developer platform: what it is called in a JWT (RFC 7518, RFC 8037), and what it does. */
export interface CdpKey {
  alg: "EdDSA" | "ES256";
  /** For ES256 the two numbers one behind the other, as JWTs carry them. */
  sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** PKCS #8 of an Ed25519 key is this, and then the 32 bytes of its seed (RFC 8410). */
const ED25519_FRAME = "302e020100300506032b657004220420";
/** PKCS #8 of a P-256 key is this, and then SEC 1 of it, which names no curve there (RFC 5958). */
const P256_FRAME = "308187020100301306072a8648ce3d020106082a8648ce3d030107046d";
/** That SEC 1 begins so, before the 32 bytes of the number (RFC 5915). */
const P256_NUMBER = "306b0201010420";
/** Where a lone SEC 1 has the number, and where its public half begins, behind the curve's name. */
const SEC1 = { bytes: 121, number: 7, curve: 39, publicHalf: 51 } as const;

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The portal shows the seed and the public half; one that does not belong to the other was not copied whole. */
async function importEd25519(bytes: Uint8Array): Promise<CdpKey> {
  const pkcs8 = bytesToBase64(joined(fromHex(ED25519_FRAME), bytes.subarray(0, 32)));
  const { publicJwk, sign } = await importSigningKey(pkcs8);
  if (publicJwk.x !== bytesToBase64Url(bytes.subarray(32)))
    throw new Error("the public half of CDP_API_KEY_SECRET is another key's");
  return { alg: "EdDSA", sign };
}

/** WebCrypto reads PKCS #8 alone, so that what the portal writes as "EC PRIVATE KEY" is put into its frame. */
function asPkcs8(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.length !== SEC1.bytes) return joined(bytes);
  const number = bytes.subarray(SEC1.number, SEC1.curve);
  return joined(...[fromHex(P256_FRAME), fromHex(P256_NUMBER), number], bytes.subarray(SEC1.publicHalf));
}

async function importP256(bytes: Uint8Array): Promise<CdpKey> {
  const named = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("pkcs8", asPkcs8(bytes), named, false, ["sign"]);
  const how = { name: "ECDSA", hash: "SHA-256" };
  return {
    alg: "ES256",
    sign: async (message) => new Uint8Array(await crypto.subtle.sign(how, key, message)),
  };
}

/** From base64 as `CDP_API_KEY_SECRET` is read, whose forms differ in length. Throws when it is no key. */
export function importCdpKey(secret: string): Promise<CdpKey> {
  const bytes = base64ToBytes(secret);
  return bytes.length === 64 ? importEd25519(bytes) : importP256(bytes);
}
