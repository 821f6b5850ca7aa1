/** SHA-256 and random tokens with WebCrypto. */

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A copy that owns its memory: WebCrypto's types refuse views of shared buffers. */
const owned = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data);

export const sha256 = async (data: string | Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", owned(data)));

export const sha256Hex = async (data: string | Uint8Array): Promise<string> => hex(await sha256(data));

export async function hmacSha256(secret: string, message: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", owned(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, owned(message)));
}

/** Hexadecimal, `bytes` long before encoding. */
export const randomHex = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));
