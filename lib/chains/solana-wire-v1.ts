import { readWire, type SolanaWire } from "./solana-wire";

/** The first byte of a V1 transaction. Those of the older layouts begin with their number of signatures, below 128. */
const V1 = 0x81;
const SIGNATURE = 64;
const ADDRESS = 32;
const MAX_BYTES = 4_096;
const MAX_SIGNATURES = 12;
const MAX_ADDRESSES = 64;
const MAX_INSTRUCTIONS = 64;

/** Where the parts of one length stand; the addresses follow. */
const AT = { signers: 1, mask: 4, blockhash: 8, instructions: 40, addresses: 41, rest: 42 } as const;
/** Each bit of the mask stands for four bytes; the first two are one number, and come together. */
const KNOWN_BITS = 0b11111;
const FEE_BITS = 0b11;
const VALUE = 4;
/** An instruction's program, number of accounts, and length of its data. */
const INSTRUCTION_HEADER = 4;

/** The version of a transaction by its first byte; null for the older layouts, which have it in their message. */
export const versionAhead = (first: number | undefined): number | null =>
  first !== undefined && first >= 0x80 ? first & 0x7f : null;

/**
 * What is signed of a V1 transaction: all but its signatures, which stand behind it. Null for any other, and for one that has
 * no room for them.
 */
export function messageOfV1(wire: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const end = wire.length - (wire[AT.signers] ?? 0) * SIGNATURE;
  return wire[0] === V1 && end > AT.rest ? wire.subarray(0, end) : null;
}

const areDistinct = (addresses: readonly Uint8Array[]): boolean =>
  new Set(addresses.map((one) => one.join())).size === addresses.length;

/** How many values the mask announces; null for bits that nobody has given a meaning yet. */
function valuesIn(mask: number): number | null {
  const fee = mask & FEE_BITS;
  if (mask > KNOWN_BITS || (fee !== 0 && fee !== FEE_BITS)) return null;
  return mask.toString(2).replaceAll("0", "").length;
}

/**
 * Reads the bytes of a V1 transaction (SIMD-0385); null for all other bytes. Compute limit and priority fee stand in its
 * configuration, which is passed over: instructions of the compute budget do nothing in V1, and no such transaction is sent
 * from here.
 */
export function readWireV1(wire: Uint8Array<ArrayBuffer>): SolanaWire | null {
  const message = messageOfV1(wire);
  if (message === null || wire.length > MAX_BYTES) return null;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const [signers = 0, count = 0, addressCount = 0] = [AT.signers, AT.instructions, AT.addresses].map((at) =>
    view.getUint8(at),
  );
  const values = valuesIn(view.getUint32(AT.mask, true));
  const headersAt = AT.rest + addressCount * ADDRESS + (values ?? 0) * VALUE;
  let at = headersAt + count * INSTRUCTION_HEADER;
  if (values === null || at > message.length || count > MAX_INSTRUCTIONS || addressCount > MAX_ADDRESSES)
    return null;
  const read = (bytes: number): Uint8Array<ArrayBuffer> => message.subarray(at, (at += bytes));
  const instructions = Array.from({ length: count }, (_, place) => {
    const header = headersAt + place * INSTRUCTION_HEADER;
    const accounts = read(view.getUint8(header + 1));
    const data = read(view.getUint16(header + 2, true));
    return { program: view.getUint8(header), accounts: [...accounts], data };
  });
  const addresses = Array.from({ length: addressCount }, (_, place) =>
    message.subarray(AT.rest + place * ADDRESS, AT.rest + (place + 1) * ADDRESS),
  );
  const isSignable = signers > 0 && signers <= Math.min(MAX_SIGNATURES, addressCount);
  if (at !== message.length || !isSignable || !areDistinct(addresses)) return null;
  const signatures = Array.from({ length: signers }, (_, place) =>
    wire.subarray(message.length + place * SIGNATURE, message.length + (place + 1) * SIGNATURE),
  );
  const blockhash = message.subarray(AT.blockhash, AT.blockhash + ADDRESS);
  return { signatures, message, addresses, blockhash, instructions, hasTables: false };
}

/** Reads the bytes of a transaction of any layout that is known; null for all other bytes. */
export const readAnyWire = (wire: Uint8Array<ArrayBuffer>): SolanaWire | null =>
  versionAhead(wire[0]) === null ? readWire(wire) : readWireV1(wire);
