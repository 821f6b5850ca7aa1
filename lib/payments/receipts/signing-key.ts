import { env } from "@/lib/env";
import { base64ToBytes, bytesToBase64Url } from "@/lib/http/base64";
import { sha256 } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { ed25519Signer, type Ed25519Signer } from "@/lib/http/ed25519";

/** A public key as JWKS shows it (RFC 8037). */
export interface PublicJwk {
  kty: "OKP";
  crv: "Ed25519";
  /** Base64url of the 32 bytes. */
  x: string;
  /** The key's RFC 7638 thumbprint. */
  kid: string;
  use: "sig";
  alg: "EdDSA";
}

/** The key that this service signs with: its public half and what it does. */
export interface SigningKey extends Pick<Ed25519Signer, "sign"> {
  publicJwk: PublicJwk;
}

export async function publicJwk(x: string): Promise<PublicJwk> {
  const required = JSON.stringify({ crv: "Ed25519", kty: "OKP", x }); // RFC 7638: these members, in this order
  const kid = bytesToBase64Url(await sha256(required));
  return { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" };
}

/** From base64 of PKCS #8, as `RECEIPT_SIGNING_KEY` is read. */
export async function importSigningKey(pkcs8: string): Promise<SigningKey> {
  const { x, sign } = await ed25519Signer(new Uint8Array(base64ToBytes(pkcs8)));
  return { publicJwk: await publicJwk(x), sign };
}

async function load(): Promise<SigningKey | null> {
  const pkcs8 = env().RECEIPT_SIGNING_KEY;
  if (pkcs8 === undefined) return null;
  try {
    return await importSigningKey(pkcs8);
  } catch (error) {
    log.error("signing_key_unusable", { why: describe(error) }); // sales go on, unsigned
    return null;
  }
}

let current: Promise<SigningKey | null> | undefined;

/** The configured key, imported once a process; null without one. Never rejects. */
export const signingKey = (): Promise<SigningKey | null> => (current ??= load());
