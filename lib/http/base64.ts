/** Base64 of UTF-8 text and bytes with Web APIs only. */

export function bytesToBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Throws on anything that is not base64; both alphabets and missing padding are accepted, as clients send both. */
export function base64ToBytes(text: string): Uint8Array {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export const textToBase64 = (text: string): string => bytesToBase64(new TextEncoder().encode(text));

/** Throws on malformed base64 and on bytes that are not UTF-8. */
export const base64ToText = (text: string): string =>
  new TextDecoder("utf-8", { fatal: true }).decode(base64ToBytes(text));

export const bytesToBase64Url = (bytes: Uint8Array): string =>
  bytesToBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

export const textToBase64Url = (text: string): string => bytesToBase64Url(new TextEncoder().encode(text));
