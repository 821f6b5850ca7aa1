import { env } from "@/lib/env";
import { base64ToBytes, bytesToBase64 } from "@/lib/http/base64";
import { sha256 } from "@/lib/http/digest";
import type { SigningKey } from "@/lib/payments/receipts/signing-key";
import { keyOnce } from "./key-once";

/**
 * What the log's operator says of it, as a signed note (C2SP `tlog-checkpoint` and `signed-note`): its origin, how many
 * leaves it has, and their root. Whoever keeps one can prove later that the log was rewritten.
 */

/** The kind of key that a signed note's key id names: Ed25519. */
const ED25519 = 1;

/** The log's name: unique, without a scheme, as C2SP asks for. */
export const logOrigin = (): string =>
  env().LOUNGE_LOG_ORIGIN ?? `${new URL(env().PUBLIC_ORIGIN).host}/lounge`;

const hexToBase64 = (hex: string): string =>
  bytesToBase64(
    Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16)),
  );

/** A note's text: what is signed. */
export const checkpointText = (origin: string, size: number, root: string): string =>
  `${origin}\n${size}\n${hexToBase64(root)}\n`;

/** The public half of a key as bytes. */
const publicBytes = ({ publicJwk: { x } }: SigningKey): Uint8Array =>
  base64ToBytes(x.replaceAll("-", "+").replaceAll("_", "/") + "=");

/** A key as verifiers of notes take it: name, id and public half. */
export async function verifierKey(origin: string, key: SigningKey): Promise<string> {
  const typed = new Uint8Array([ED25519, ...publicBytes(key)]);
  return `${origin}+${await keyId(origin, typed)}+${bytesToBase64(typed)}`;
}

const HEX_OF_ID = 8;

/** The first four bytes of SHA-256 over name and key, hexadecimal. */
async function keyId(name: string, typed: Uint8Array): Promise<string> {
  const digest = await sha256(new Uint8Array([...new TextEncoder().encode(`${name}\n`), ...typed]));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, HEX_OF_ID);
}

/** Signs a checkpoint: its text, an empty line, and the signature's line. */
export async function signCheckpoint(
  origin: string,
  size: number,
  root: string,
  key: SigningKey,
): Promise<string> {
  const text = checkpointText(origin, size, root);
  const signature = await key.sign(new TextEncoder().encode(text));
  const id = await keyId(origin, new Uint8Array([ED25519, ...publicBytes(key)]));
  const idBytes = id.match(/../g)?.map((byte) => parseInt(byte, 16)) ?? [];
  return `${text}\n\u2014 ${origin} ${bytesToBase64(new Uint8Array([...idBytes, ...signature]))}\n`;
}

/** The log's own key; null without one: then nothing is signed. Never throws. */
export const logKey = keyOnce(() => env().LOUNGE_LOG_KEY, "log_key_unusable");
