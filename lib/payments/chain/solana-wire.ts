/** Bytes of a signature, and of an address or a blockhash. */
const SIGNATURE = 64;
const ADDRESS = 32;
/** Marks a message with a version, which is the rest of its byte. */
const VERSIONED = 0x80;

/**
 * Whether the bytes of a transaction, legacy or of version 0, are the one encoding of what they say: each length, a
 * "compact-u16", in as few bytes as it takes, and nothing behind the end. All else in a transaction is written as it is.
 * Layout: https://solana.com/docs/core/transactions#transaction-binary-format
 */
export function isOneEncoding(wire: Uint8Array): boolean {
  let at = 0;
  let isShortest = true;

  function readLength(): number {
    let value = 0;
    for (let place = 0; place < 3; place += 1) {
      const byte = wire[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << (7 * place);
      if (byte >= 0x80) continue;
      if ((byte === 0 && place > 0) || value > 0xffff) isShortest = false;
      return value;
    }
    isShortest = false;
    return 0;
  }
  /** Steps over a list of entries of so many bytes. */
  const skipList = (entry: number): void => {
    const length = readLength(); // which moves on itself
    at += length * entry;
  };
  const skipEach = (skipEntry: () => void): void => {
    for (let left = readLength(); left > 0 && at < wire.length; left -= 1) skipEntry();
  };

  skipList(SIGNATURE);
  const version = wire[at] ?? 0;
  if (version > VERSIONED) return false;
  if (version === VERSIONED) at += 1;
  at += 3; // the header
  skipList(ADDRESS);
  at += ADDRESS; // the blockhash
  skipEach(() => {
    at += 1; // the program
    skipList(1); // accounts
    skipList(1); // data
  });
  if (version === VERSIONED)
    skipEach(() => {
      at += ADDRESS; // the table
      skipList(1); // what is written
      skipList(1); // what is read
    });
  return isShortest && at === wire.length;
}
