import { getAddressDecoder } from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import type { ChainAccount } from "@/lib/payments/chain/token-mint";
import { type MintTerms, TOKEN_2022 } from "./terms";

/** `spl_token_2022::state::Mint` with its extensions. */
const AT = { mintAuthority: 0, supply: 36, decimals: 44, initialized: 45, freezeAuthority: 46 } as const;
const KIND = { at: 165, mint: 1 } as const;
const HEAD_BYTES = 4;
const EXTENSIONS = { pointer: 18, metadata: 19 } as const;
const KEY_BYTES = 32;

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** Reads fields one after the other. Throws RangeError past the end. */
function reader(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  const bytes = (count: number): Uint8Array => {
    if (at + count > data.length) throw new RangeError("the account ends before its field does");
    return data.subarray(at, (at += count));
  };
  const number = (): number => {
    const value = view.getUint32(at, true);
    at += 4;
    return value;
  };
  const text = (): string =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes(number()));
  return { bytes, number, text, rest: () => data.length - at };
}

function extensionsOf(data: Uint8Array): Map<number, Uint8Array> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found = new Map<number, Uint8Array>();
  for (let at = KIND.at + 1; at + HEAD_BYTES <= data.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === 0) break;
    found.set(type, data.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length));
    at += HEAD_BYTES + length;
  }
  return found;
}

/** `spl_token_metadata_interface::state::TokenMetadata`. */
function readMetadata(data: Uint8Array) {
  const read = reader(data);
  const [updateAuthority, mint] = [read.bytes(KEY_BYTES), read.bytes(KEY_BYTES)];
  const [name, symbol, uri] = [read.text(), read.text(), read.text()];
  const fields = Array.from(
    { length: Math.min(read.number(), 64) },
    () => [read.text(), read.text()] as const,
  );
  return { updateAuthority, mint, name, symbol, uri, fields };
}

/**
 * What keeps a mint from being a signal's, in words; null when nothing does. It must be of one token that can never be
 * another number, and nobody may change what it says.
 */
export function objectionToCertificate(
  account: ChainAccount | null,
  { mint, terms }: { mint: string; terms: MintTerms },
): string | null {
  if (account === null) return "There is no finalized mint at that address yet.";
  if (account.owner !== TOKEN_2022) return "The account does not belong to Token-2022.";
  const data = base64ToBytes(account.data);
  if (data.length <= KIND.at || data[KIND.at] !== KIND.mint || data[AT.initialized] !== 1)
    return "The account is no mint.";
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(AT.mintAuthority, true) !== 0) return "More of it can be minted.";
  if (view.getUint32(AT.freezeAuthority, true) !== 0) return "It can be frozen.";
  if (view.getBigUint64(AT.supply, true) !== 1n) return "Its supply is not 1.";
  if (data[AT.decimals] !== 0) return "It has decimals.";
  const extensions = extensionsOf(data);
  const known: ReadonlySet<number> = new Set(Object.values(EXTENSIONS));
  if ([...extensions.keys()].some((type) => !known.has(type)))
    return "It has extensions beside its metadata and the pointer to it.";
  const [pointer, written] = [extensions.get(EXTENSIONS.pointer), extensions.get(EXTENSIONS.metadata)];
  if (pointer === undefined || written === undefined) return "It has no metadata of its own.";
  const pointsAt = getAddressDecoder().decode(pointer.subarray(KEY_BYTES));
  if (!isZero(pointer.subarray(0, KEY_BYTES))) return "Its metadata can be pointed elsewhere.";
  if (pointsAt !== mint) return "Its metadata is another account's.";
  const metadata = readMetadata(written);
  if (!isZero(metadata.updateAuthority)) return "Its metadata can be changed.";
  if (metadata.uri !== terms.uri) return "Its URI is not this signal's.";
  const says = JSON.stringify([metadata.name, metadata.symbol, metadata.fields]);
  return says === JSON.stringify([terms.name, terms.symbol, terms.fields])
    ? null
    : "Its name, symbol and fields are not those of this signal's certificate.";
}
