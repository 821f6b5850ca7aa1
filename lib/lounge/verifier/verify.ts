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

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const fromHex = (hex: string): number[] => (hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
const toHex = (bytes: Iterable<number>): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function sha256(bytes: ArrayLike<number>): Promise<string> {
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

/** An account of Solana, as a node tells it. */
export interface Account {
  /** The program that it belongs to. */
  owner: string;
  /** Base64. */
  data: string;
}

/** What a Token-2022 mint says of itself. Addresses are base58, or null for none. */
export interface MintFacts {
  supply: bigint;
  decimals: number;
  canBeMinted: boolean;
  canBeFrozen: boolean;
  /** The numbers of its extensions. */
  extensions: number[];
  pointer: { authority: string | null; at: string | null } | null;
  metadata: {
    updateAuthority: string | null;
    name: string;
    symbol: string;
    uri: string;
    fields: [name: string, value: string][];
  } | null;
}

export const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
/** `ExtensionType` of Token-2022, of those that a certificate's mint has. */
export const EXTENSIONS = { pointer: 18, metadata: 19 } as const;
/** `spl_token_2022::state::Mint`, the kind of account behind it, and then extensions of number, length and bytes. */
const AT = {
  mintAuthority: 0,
  supply: 36,
  decimals: 44,
  isMade: 45,
  freezeAuthority: 46,
  kind: 165,
} as const;
const IS_MINT = 1;
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** An address of 32 bytes; null for a text that is none. */
function fromBase58(text: string): number[] | null {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1 || text.length > 44) return null;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16).padStart(64, "0");
  return hex.length === 64 && text.length >= 32 ? fromHex(hex) : null;
}

function toBase58(bytes: Iterable<number>): string {
  const all = [...bytes];
  const zeros = all.findIndex((byte) => byte !== 0);
  let text = "";
  for (let value = BigInt(`0x${toHex(all)}`); value > 0n; value /= 58n)
    text = `${ALPHABET.charAt(Number(value % 58n))}${text}`;
  return "1".repeat(zeros === -1 ? all.length : zeros) + text;
}

/**
 * The one address at which a signal's certificate is minted: Solana's `createAccountWithSeed` of its creator, its id and
 * Token-2022, which nobody but that creator can sign for. Null for a creator that is no wallet of Solana.
 */
export async function mintAddressOf(creator: string, signalId: string): Promise<string | null> {
  const [base, program] = [fromBase58(creator), fromBase58(TOKEN_2022)];
  if (base === null || program === null) return null;
  return toBase58(fromHex(await sha256([...base, ...utf8(signalId), ...program])));
}

/** Reads fields one after the other. Throws RangeError past the end, and TypeError for what is no UTF-8. */
function fieldsOf(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  const bytes = (count: number): Uint8Array => {
    if (at + count > data.length) throw new RangeError("the account ends before its field does");
    return data.subarray(at, (at += count));
  };
  const number = (): number => view.getUint32((at += 4) - 4, true);
  const text = (): string =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes(number()));
  const address = (): string | null => {
    const key = bytes(32);
    return key.every((byte) => byte === 0) ? null : toBase58(key);
  };
  return { number, text, address };
}

/** `spl_token_metadata_interface::state::TokenMetadata`; null for bytes that are none. */
function readMetadata(data: Uint8Array): MintFacts["metadata"] {
  try {
    const read = fieldsOf(data);
    const [updateAuthority] = [read.address(), read.address()];
    const [name, symbol, uri, count] = [read.text(), read.text(), read.text(), read.number()];
    const fields = Array.from({ length: Math.min(count, 64) }, (): [string, string] => [
      read.text(),
      read.text(),
    ]);
    return { updateAuthority: updateAuthority ?? null, name, symbol, uri, fields };
  } catch {
    return null; // cut off or no text: then it names nothing
  }
}

/** What a Token-2022 mint says of itself; null for an account that is none. */
export function readMint({ owner, data: encoded }: Account): MintFacts | null {
  const data = fromBase64(encoded);
  if (owner !== TOKEN_2022 || data.length <= AT.kind) return null;
  if (data[AT.kind] !== IS_MINT || data[AT.isMade] !== 1) return null;
  const view = new DataView(data.buffer);
  const found = new Map<number, Uint8Array>();
  for (let at = AT.kind + 1; at + 4 <= data.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === 0) break;
    found.set(type, data.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const [pointer, metadata] = [found.get(EXTENSIONS.pointer), found.get(EXTENSIONS.metadata)];
  const pointed = pointer?.length === 64 ? fieldsOf(pointer) : null;
  return {
    supply: view.getBigUint64(AT.supply, true),
    decimals: data[AT.decimals] ?? 0,
    canBeMinted: view.getUint32(AT.mintAuthority, true) !== 0,
    canBeFrozen: view.getUint32(AT.freezeAuthority, true) !== 0,
    extensions: [...found.keys()],
    pointer: pointed === null ? null : { authority: pointed.address(), at: pointed.address() },
    metadata: metadata === undefined ? null : readMetadata(metadata),
  };
}

/** Whether it is one token for good: nobody may make another, freeze, close or move it, or change what it says. */
export const isFinal = (mint: MintFacts, at: string): boolean =>
  mint.supply === 1n &&
  mint.decimals === 0 &&
  !mint.canBeMinted &&
  !mint.canBeFrozen &&
  mint.extensions.every((one) => one === EXTENSIONS.pointer || one === EXTENSIONS.metadata) &&
  mint.pointer?.at === at &&
  mint.pointer.authority === null &&
  mint.metadata?.updateAuthority === null;

/** Of GET /api/rwa-token. */
interface MintedAnswer {
  certificate: { signalId: string; creator: { wallet: string } };
  certificateHash: string;
  mint: string | null;
}

/** Checks a certificate's mint step by step: `account` is what your node has at the answer's `mint`, null for nothing. */
export async function verifyMint(
  { certificate, certificateHash, mint: at }: MintedAnswer,
  account: Account | null,
): Promise<Step[]> {
  const expected = await mintAddressOf(certificate.creator.wallet, certificate.signalId);
  const mint = account === null ? null : readMint(account);
  const says = mint?.metadata?.fields.filter(([name]) => name === "certificateHash") ?? [];
  return [
    { check: "the mint's address is its creator's for this signal", ok: at !== null && at === expected },
    { check: "it is one token, for good", ok: at !== null && mint !== null && isFinal(mint, at) },
    { check: "it carries the certificate's hash", ok: says.length === 1 && says[0]?.[1] === certificateHash },
  ];
}
