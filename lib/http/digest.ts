/** SHA-256 and random tokens with WebCrypto. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** A copy that owns its memory: WebCrypto's types refuse views of shared buffers. */
const owned = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data);

export const sha256 = async (data: string | Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", owned(data)));

export const sha256Hex = async (data: string | Uint8Array): Promise<string> => hex(await sha256(data));

/** Keys by their secret; secrets come from the settings, so there are few. */
const hmacKeys = new Map<string, CryptoKey>();

async function hmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", owned(secret), algorithm, false, ["sign"]);
  hmacKeys.set(secret, key);
  return key;
}

/** `secret` is one of the service's own: its key is imported once and kept. */
export async function hmacSha256(secret: string, message: string): Promise<Uint8Array> {
  const key = hmacKeys.get(secret) ?? (await hmacKey(secret));
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, owned(message)));
}

/** Hexadecimal, `bytes` long before encoding. */
export const randomHex = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));
