/**
 * In the place of lib/http/ed25519.ts in this host's bundle: the same by Node's own functions, which need no second
 * thread for so little and take half the processor's time.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { isRecord } from "@/lib/is-record";
import type { Ed25519Signer } from "@/lib/http/ed25519";

/** Throws for a key of another kind. */
function xOf(key: KeyObject): string {
  const { crv, x } = createPublicKey(key).export({ format: "jwk" });
  if (crv !== "Ed25519" || x === undefined) throw new Error("no Ed25519 key");
  return x;
}

export function ed25519Signer(pkcs8: Uint8Array<ArrayBuffer>): Promise<Ed25519Signer> {
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: "der", type: "pkcs8" });
  return Promise.resolve({ x: xOf(key), sign: (bytes) => Promise.resolve(sign(null, bytes, key)) });
}

function publicKeyOf(bytes: Uint8Array<ArrayBuffer>): KeyObject | null {
  const x = Buffer.from(bytes).toString("base64url");
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  } catch (error) {
    if (isRecord(error) && error.code === "ERR_CRYPTO_INVALID_JWK") return null; // of another length: it has signed nothing
    throw error;
  }
}

export function isEd25519Signed(
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = publicKeyOf(publicKey);
  return Promise.resolve(key !== null && verify(null, message, key, signature));
}
