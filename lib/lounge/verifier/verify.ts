/**
 * Checks a signal's certificate by itself: no import, no network, no trust in the service but in the key that signs its
 * log. It runs in a browser and in Node 20 (WebCrypto). Test vectors: /lounge/vectors.json.
 *
 * What it is given are answers as they came: of GET /api/rwa-token, of GET /api/lounge-log, of an unlock, and of a Solana
 * node of yours (getAccountInfo of the mint, encoding base64, commitment finalized).
 */

export interface Step {
  check: string;
  ok: boolean;
}

interface TokenAnswer {
  certificate: { bodyHash: string; signalId: string };
  certificateHash: string;
  publishedAt: string;
  log: {
    index: number;
    leaf: string;
    size: number;
    root: string;
    inclusion: string[] | null;
    checkpoint: string | null;
  };
  opening: { salt: string } | null;
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
export const fromHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
export const toHex = (bytes: Iterable<number>): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export async function sha256(bytes: ArrayLike<number>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes))));
}

/** Canonical JSON (RFC 8785) of texts, whole numbers, lists and objects, which is all that a certificate has. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(",")}}`;
}

export const hashOf = (value: unknown): Promise<string> => sha256(utf8(canonical(value)));
export const leafHash = (data: string): Promise<string> => sha256([0, ...utf8(data)]);
const nodeHash = (left: string, right: string): Promise<string> =>
  sha256([1, ...fromHex(left), ...fromHex(right)]);

/** The root that a leaf's hash and its proof lead to (RFC 9162 §2.1.3.2); null for a proof of another length. */
export async function rootOfInclusion(
  leaf: string,
  index: number,
  size: number,
  proof: readonly string[],
): Promise<string | null> {
  if (!(index >= 0 && index < size)) return null;
  let [hash, at, last] = [leaf, index, size - 1];
  for (const sibling of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = await nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = await nodeHash(hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

/** Whether the tree of `second` leaves begins with that of `first` (RFC 9162 §2.1.4.2). */
export async function isConsistent(
  first: { size: number; root: string },
  second: { size: number; root: string },
  proof: readonly string[],
): Promise<boolean> {
  if (first.size === second.size) return proof.length === 0 && first.root === second.root;
  if (first.size < 1 || first.size > second.size) return false;
  const isPower = Number.isInteger(Math.log2(first.size));
  const path = isPower ? [first.root, ...proof] : [...proof];
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  const [start, ...rest] = path;
  if (start === undefined) return false;
  let [one, other] = [start, start];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [one, other] = [await nodeHash(hash, one), await nodeHash(hash, other)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else other = await nodeHash(other, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && one === first.root && other === second.root;
}

/**
 * Reads a checkpoint (C2SP tlog-checkpoint) that `key` signed: `<name>+<id>+<base64 of 0x01 and the public key>`, as
 * GET /api/lounge-log lists them. Null for one that it did not sign, or of another log.
 */
export async function openCheckpoint(
  note: string,
  key: string,
): Promise<{ origin: string; size: number; root: string } | null> {
  const [, name, id, encoded] = /^(.+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(key) ?? [];
  const end = note.indexOf("\n\n");
  if (name === undefined || id === undefined || encoded === undefined || end === -1) return null;
  const text = note.slice(0, end + 1);
  const [origin, size, root, ...more] = text.split("\n");
  const prefix = `\u2014 ${name} `;
  const line = note
    .slice(end + 2)
    .split("\n")
    .find((one) => one.startsWith(prefix));
  if (origin !== name || line === undefined || more.join("") !== "") return null;
  if (!/^(0|[1-9]\d*)$/.test(size ?? "") || !/^[A-Za-z0-9+/]{43}=$/.test(root ?? "")) return null;
  const [typed, signed] = [fromBase64(encoded), fromBase64(line.slice(prefix.length))];
  if (toHex(signed.slice(0, 4)) !== id || typed[0] !== 1) return null;
  const publicKey = await crypto.subtle.importKey("raw", typed.slice(1), "Ed25519", false, ["verify"]);
  const isSigned = await crypto.subtle.verify("Ed25519", publicKey, signed.slice(4), utf8(text));
  return isSigned ? { origin, size: Number(size), root: toHex(fromBase64(root ?? "")) } : null;
}

/**
 * Checks a certificate step by step. `key`: the log's, from where you trust it. `summary`: the text that was sold, where
 * you have it with the opening's salt.
 */
export async function verifyCertificate(
  answer: TokenAnswer,
  { key, summary }: { key: string; summary?: string },
): Promise<Step[]> {
  const { certificate, certificateHash, publishedAt, log, opening } = answer;
  const signed = log.checkpoint === null ? null : await openCheckpoint(log.checkpoint, key);
  const root = await rootOfInclusion(await leafHash(log.leaf), log.index, log.size, log.inclusion ?? []);
  const isIncluded = log.inclusion !== null && root === log.root;
  const steps = [
    { check: "the certificate has this hash", ok: (await hashOf(certificate)) === certificateHash },
    {
      check: "the leaf is this hash at this time",
      ok: log.leaf === `${certificateHash} ${Date.parse(publishedAt)}`,
    },
    { check: "the leaf is in the tree, at this place", ok: isIncluded },
    { check: "the log's key signed this tree", ok: signed?.size === log.size && signed.root === log.root },
  ];
  if (summary === undefined) return steps;
  const body = { salt: opening?.salt, summary };
  const opens = opening !== null && (await hashOf(body)) === certificate.bodyHash;
  return [...steps, { check: "the text is the one that was certified", ok: opens }];
}
