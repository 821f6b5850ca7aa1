/** Bytes of a signature, and of an address or a blockhash. */
const SIGNATURE = 64;
const ADDRESS = 32;
/** Marks a message with a version, which is the rest of its byte. */
const VERSIONED = 0x80;
/** Number of signers, of read-only ones among them, and of read-only accounts among the rest. */
const HEADER = 3;
/** A length takes three bytes at most, of seven bits each; the last one's upper bits are nothing. */
const LENGTH_BYTES = 3;
const MAX_LENGTH = 0xffff;

export interface WireInstruction {
  /** Place of its program among the addresses. */
  program: number;
  accounts: readonly number[];
  data: Uint8Array<ArrayBuffer>;
}

/** A transaction's parts, as views of its bytes. */
export interface SolanaWire {
  /** One a signer, in the order of the addresses; of zeros where it is missing. */
  signatures: readonly Uint8Array<ArrayBuffer>[];
  /** What is signed. */
  message: Uint8Array<ArrayBuffer>;
  /** The accounts that it lists, signers first; the first one pays the fee. */
  addresses: readonly Uint8Array<ArrayBuffer>[];
  blockhash: Uint8Array<ArrayBuffer>;
  instructions: readonly WireInstruction[];
  /** Whether it names accounts by look-up tables, too. */
  hasTables: boolean;
}

/**
 * Reads the bytes of a transaction, legacy or of version 0, where they are the one encoding of what they say: each length, a
 * "compact-u16", in as few bytes as it takes, and nothing behind the end. All else in a transaction is written as it is. Null
 * for all other bytes: another spelling of one message would have another hash. One walk, since the library's decoders take
 * many times as long, and encoding again to compare as long once more.
 * Layout: https://solana.com/docs/core/transactions#transaction-binary-format
 */
export function readWire(wire: Uint8Array<ArrayBuffer>): SolanaWire | null {
  let at = 0;
  let isWhole = true;

  const readByte = (): number => {
    if (at >= wire.length) isWhole = false;
    return wire[at++] ?? 0;
  };
  const read = (bytes: number): Uint8Array<ArrayBuffer> => {
    const start = at;
    at += bytes;
    if (at > wire.length) isWhole = false;
    return wire.subarray(start, at);
  };
  function readLength(): number {
    let value = 0;
    for (let place = 0; place < LENGTH_BYTES; place += 1) {
      const byte = readByte();
      value |= (byte & 0x7f) << (7 * place);
      if (byte >= 0x80) continue;
      if ((byte === 0 && place > 0) || value > MAX_LENGTH) isWhole = false;
      return value;
    }
    isWhole = false;
    return 0;
  }
  const readEach = <T>(readOne: () => T): T[] => {
    const list: T[] = [];
    for (let left = readLength(); left > 0 && isWhole; left -= 1) list.push(readOne());
    return list;
  };
  const readBytes = (): Uint8Array<ArrayBuffer> => read(readLength());

  const signatures = readEach(() => read(SIGNATURE));
  const messageAt = at;
  const version = wire[at] ?? 0;
  if (version > VERSIONED) return null;
  if (version === VERSIONED) at += 1;
  const [signers = 0] = read(HEADER);
  const addresses = readEach(() => read(ADDRESS));
  const blockhash = read(ADDRESS);
  const instructions = readEach(() => ({
    program: readByte(),
    accounts: [...readBytes()],
    data: readBytes(),
  }));
  const tables =
    version === VERSIONED
      ? readEach(() => {
          read(ADDRESS); // the table
          readBytes(); // what is written
          readBytes(); // what is read
        })
      : [];
  const isSignable = signers > 0 && signatures.length === signers && signers <= addresses.length;
  if (!isWhole || at !== wire.length || !isSignable) return null;
  const message = wire.subarray(messageAt);
  return { signatures, message, addresses, blockhash, instructions, hasTables: tables.length > 0 };
}
