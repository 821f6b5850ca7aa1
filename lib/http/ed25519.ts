/** Ed25519 (RFC 8032) by the platform. The host of plain Node has its own in this file's place (host/ed25519.ts). */
import { ed25519PublicKey } from "./ed25519-key";

/** What signs with one private key. */
export interface Ed25519Signer {
  /** The public key's 32 bytes in base64url, as a JWK has them. */
  x: string;
  /** A signature of 64 bytes; the same for the same bytes. */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** From a private key in PKCS #8. Throws for anything else. */
export async function ed25519Signer(pkcs8: Uint8Array<ArrayBuffer>): Promise<Ed25519Signer> {
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", key);
  if (x === undefined) throw new Error("an Ed25519 key without a public half");
  return {
    x,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign("Ed25519", key, bytes)),
  };
}

/** Whether the key of these 32 bytes has made this signature. Some platforms refuse keys that sign nothing: they have made none. */
export async function isEd25519Signed(
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await ed25519PublicKey(publicKey);
  return key !== null && crypto.subtle.verify("Ed25519", key, signature, message);
}
