/** Base64 of UTF-8 text and bytes with Web APIs only. */

/** As many arguments as every engine takes in one call. */
const CHUNK = 8_192;

/** Bytes as a string of characters up to 255, which is what `btoa` reads. */
export function toBinary(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK)
    // Spread, the same bytes would go through an iterator, which takes seven times as long.
    binary += Reflect.apply(String.fromCharCode, null, bytes.subarray(start, start + CHUNK));
  return binary;
}

export const bytesToBase64 = (bytes: Uint8Array): string => btoa(toBinary(bytes));

/** Both alphabets and missing padding are accepted, as clients send both. */
const fromBase64 = (text: string): string => atob(text.replace(/-/g, "+").replace(/_/g, "/"));

function fromBinary(binary: string): Uint8Array<ArrayBuffer> {
  // A view of the array: the constructor that Next's edge sandbox gives is a proxy, and what a proxy makes takes ten times as long to write.
  const bytes = new Uint8Array(binary.length).subarray(0);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Throws on anything that is not base64, of either alphabet, with padding or without. */
export const base64ToBytes = (text: string): Uint8Array<ArrayBuffer> => fromBinary(fromBase64(text));

/** Its bytes in UTF-8 are its characters, as nearly everything is that headers carry. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

export const textToBase64 = (text: string): string =>
  isAscii(text) ? btoa(text) : bytesToBase64(new TextEncoder().encode(text));

/** Throws on malformed base64 and on bytes that are not UTF-8. */
export function base64ToText(text: string): string {
  const binary = fromBase64(text);
  return isAscii(binary) ? binary : new TextDecoder("utf-8", { fatal: true }).decode(fromBinary(binary));
}

/** The URL-safe alphabet, without padding. */
export const toUrlAlphabet = (base64: string): string =>
  base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

export const bytesToBase64Url = (bytes: Uint8Array): string => toUrlAlphabet(bytesToBase64(bytes));

export const textToBase64Url = (text: string): string => bytesToBase64Url(new TextEncoder().encode(text));
