import { hmac } from "@noble/hashes/hmac";
import { sha256 as sha256AtOnce } from "@noble/hashes/sha2";

/** Hashes and random tokens. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes in hexadecimal. */
export function hex(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 1) text += HEX[bytes[at] ?? 0]; // an iterator would make an object a byte
  return text;
}

/** A copy that owns its memory: WebCrypto's types refuse views of shared buffers. */
const owned = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data);

/** Up to here JavaScript has hashed by the time that WebCrypto has handed it to another thread. */
const SHORT_BYTES = 2_048;

export async function sha256(data: string | Uint8Array): Promise<Uint8Array> {
  const bytes = owned(data);
  if (bytes.byteLength <= SHORT_BYTES) return sha256AtOnce(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export const sha256Hex = async (data: string | Uint8Array): Promise<string> => hex(await sha256(data));

/**
 * HMAC-SHA256, in JavaScript and at once: WebCrypto hands even this little work to another thread, and the way there
 * costs every 402 several times what the hash does.
 */
export const hmacSha256 = (secret: string, message: string): Uint8Array =>
  hmac(sha256AtOnce, owned(secret), owned(message));

/** As `sha256Hex`, in JavaScript and at once, for what is pure and can't wait. */
export const sha256HexSync = (text: string): string => hex(sha256AtOnce(owned(text)));

/** Hexadecimal, `bytes` long before encoding. */
export const randomHex = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));
