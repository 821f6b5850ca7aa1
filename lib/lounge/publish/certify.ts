import { bytesToBase64Url } from "@/lib/http/base64";
import { hmacSha256, randomHex } from "@/lib/http/digest";
import { type Body, bodyHashOf, certificateHashOf } from "../certificate";
import { certificateOf } from "../signal";
import type { Submission } from "./submission";

/**
 * Whose publisher pays on Solana has the certificate's hash in the payment's memo, so that the chain itself dates it. The
 * 402 names that memo before anything is written: id and salt follow from its token and the request, by a secret, and are
 * found again when the payment comes. Without the secret a stranger could try texts; the token is another in each 402, so
 * that asking for more of them tells nothing of a text that is published.
 */

const ID_BYTES = 12;
const SALT_BYTES = 32;

/** What a certificate is made of beside the submission. */
export interface Draw {
  id: string;
  salt: string;
}

/** What makes a certificate, and what it is known by. */
export interface Certified {
  id: string;
  body: Body;
  bodyHash: string;
  certificateHash: string;
}

const idOf = (hex: string): string => `sig_${hex.slice(0, 2 * ID_BYTES)}`;
const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Of chance. */
export const drawn = (): Draw => ({ id: idOf(randomHex(ID_BYTES)), salt: randomHex(SALT_BYTES) });

/** Of a 402's token and the request's fingerprint: the same to whoever has the secret, and to nobody else. */
export function promised(secret: string, challenge: string, fingerprint: string): Draw {
  const part = (name: string): string => hexOf(hmacSha256(secret, `${name}|${challenge}|${fingerprint}`));
  return { id: idOf(part("id")), salt: part("salt") };
}

export async function certify(
  { title, summary, categories, wallet, chain }: Submission,
  { id, salt }: Draw,
): Promise<Certified> {
  const body = { salt, summary };
  const bodyHash = await bodyHashOf(body);
  const certificate = certificateOf({ id, title, categories, bodyHash, creator: { wallet, chain } });
  return { id, body, bodyHash, certificateHash: await certificateHashOf(certificate) };
}

/**
 * A certificate's hash as a memo says it: 43 characters of base64url. The memo program takes some 365 units of a
 * transaction's computation for a character, and the official client allows 20,000 for all of it.
 */
export const memoOf = ({ certificateHash }: Pick<Certified, "certificateHash">): string =>
  bytesToBase64Url(Uint8Array.from(certificateHash.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
