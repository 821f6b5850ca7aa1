import { fromBase64, fromHex, sha256, type Step, toHex, utf8 } from "./verify";

/**
 * What of a certificate stands on Solana: its mint, and the anchor of the log. It is served as one file with what stands in
 * verify.ts, and asks nobody either: who checks a mint brings what a node of theirs has at its address.
 */

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

/** A checkpoint in a memo of Solana's, as GET /api/rwa-token has it. */
export interface Anchor {
  checkpoint: string;
  /** Base64: the whole transaction, as it was sent. */
  transaction: string;
  /** Base58: its first signature, by which every node and explorer finds it. */
  signature: string;
}

const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";

/** Reads a transaction's bytes from the front. Throws RangeError past the end. */
function bytesOf(data: Uint8Array) {
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (at + count > data.length) throw new RangeError("the transaction ends before its field does");
    return data.subarray(at, (at += count));
  };
  const byte = (): number => take(1)[0] ?? 0;
  /** Solana's compact-u16. */
  const count = (): number => {
    let [value, shift, read] = [0, 0, 0];
    do {
      read = byte();
      value += (read & 0x7f) * 2 ** shift;
      shift += 7;
    } while (read >= 0x80 && shift < 21);
    return value;
  };
  return { take, byte, count, rest: () => data.subarray(at) };
}

/** The memos of a message and who pays for it. */
function readMessage(message: Uint8Array): { payer: Uint8Array<ArrayBuffer>; memos: string[] } {
  const read = bytesOf(message);
  const isVersioned = (message[0] ?? 0) >= 0x80;
  read.take(isVersioned ? 4 : 3);
  const keys = Array.from({ length: read.count() }, () => Uint8Array.from(read.take(32)));
  read.take(32);
  const memos: string[] = [];
  for (let left = read.count(); left > 0; left -= 1) {
    const program = keys[read.byte()];
    read.take(read.count());
    const data = read.take(read.count());
    if (program !== undefined && toBase58(program) === MEMO_PROGRAM)
      memos.push(new TextDecoder().decode(data));
  }
  const [payer] = keys;
  if (payer === undefined) throw new RangeError("nobody pays for the transaction");
  return { payer, memos };
}

/**
 * Whether an anchor's transaction is the one that is named, and its memo is the checkpoint: its three lines, to the letter.
 * At which slot the chain took it is the chain's to say: ask a node or an explorer of yours for the signature.
 */
export async function holdsCheckpoint({ checkpoint, transaction, signature }: Anchor): Promise<boolean> {
  try {
    const read = bytesOf(fromBase64(transaction));
    const first = Array.from({ length: read.count() }, () => Uint8Array.from(read.take(64)))[0];
    const message = Uint8Array.from(read.rest());
    const { payer, memos } = readMessage(message);
    if (first === undefined || toBase58(first) !== signature) return false;
    const key = await crypto.subtle.importKey("raw", payer, "Ed25519", false, ["verify"]);
    const isSigned = await crypto.subtle.verify("Ed25519", key, first, message);
    return isSigned && memos.length === 1 && memos[0] === checkpoint.slice(0, checkpoint.indexOf("\n\n") + 1);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") throw error;
    return false; // no base64, cut off, or a key that is none
  }
}
