import { type Address, getBase58Decoder } from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import { sha256Hex } from "@/lib/http/digest";
import { isEd25519Signed } from "@/lib/http/ed25519";
import { addressOf } from "./solana-address";
import { messageOfV1, readAnyWire, versionAhead } from "./solana-wire-v1";
import { READ_VERSION } from "./transaction-versions";
import { UnreadableTransaction } from "./unreadable";
import { MEMO_PROGRAM, type Instruction } from "./solana-programs";

/** What a signed transaction says, read from its bytes. */
export interface SolanaTransaction {
  /** The whole transaction as received. */
  wire: Uint8Array;
  /** Its id, which is the fee payer's signature in base58; null while that is missing. */
  transaction: string | null;
  feePayer: Address;
  blockhash: string;
  instructions: readonly Instruction[];
  /** Texts of its memo instructions. */
  memos: readonly string[];
  /** The address of an account by its place. Throws UnreadableTransaction where there is none. */
  account(index: number | undefined): Address;
  /** SHA-256 of the message, hexadecimal: what makes a transaction unique on chain, independent of the fee payer's signature. */
  messageHash(): Promise<string>;
  /** Whether that account has signed this message. */
  isSignedBy(signer: Address): Promise<boolean>;
  /** Whether everybody has signed it whose signature it needs, the fee payer included. */
  isFullySigned(): Promise<boolean>;
}

const malformed = (message: string, cause?: unknown): UnreadableTransaction =>
  new UnreadableTransaction("malformed", message, { cause });

function bytesOf(transaction: string): Uint8Array<ArrayBuffer> {
  try {
    return base64ToBytes(transaction);
  } catch (cause) {
    throw malformed("`payload.transaction` is not base64. Send it as the client made it.", cause);
  }
}

const UNREADABLE = "The Solana transaction could not be decoded. Send it as the client made it.";

const isMissing = (signature: Uint8Array): boolean => signature.every((byte) => byte === 0);

const unsupported = (version: number, what: string): UnreadableTransaction =>
  new UnreadableTransaction("version", `The transaction is of version ${version}${what}`);

/** Base64 of three bytes: the first of them tells the version ahead of everything else. */
const FIRST_BYTES = 4;

/**
 * Refuses a transaction to be signed for or sent from here that is of V1 or later: what a payment must not do was thought
 * through for the older layouts. To be asked before anything else of it is read. Throws UnreadableTransaction.
 */
export function refuseNewVersion(transaction: string): void {
  const version = versionAhead(bytesOf(transaction.slice(0, FIRST_BYTES))[0]);
  if (version !== null) throw unsupported(version, ". Sign one of version 0.");
}

/** Reads a transaction in base64 that is to be sent. No look-up tables: they would let the same payment mean something else later. */
export function readTransaction(transaction: string): SolanaTransaction {
  refuseNewVersion(transaction);
  return readLanded(transaction);
}

/** Reads a transaction that has landed, of V1 too: its money has moved. */
export function readLanded(transaction: string): SolanaTransaction {
  const wire = bytesOf(transaction);
  const version = versionAhead(wire[0]);
  const parts = readAnyWire(wire);
  if (version !== null && version > READ_VERSION) throw unsupported(version, ", which can't be read here.");
  if (parts === null) throw malformed(UNREADABLE);
  const { message, signatures } = parts;
  const addresses = parts.addresses.map(addressOf);
  const signers = addresses.slice(0, signatures.length);
  if (new Set(signers).size < signers.length) throw malformed(UNREADABLE); // somebody signs twice
  if (parts.hasTables)
    throw new UnreadableTransaction(
      "look-up tables",
      "Transactions with address look-up tables are not accepted. Sign one that lists its accounts.",
    );

  const account = (index: number | undefined): Address => {
    const found = index === undefined ? undefined : addresses[index];
    if (found === undefined)
      throw malformed(
        "The transaction names an account that it does not list. Send it as the client made it.",
      );
    return found;
  };
  const instructions = parts.instructions.map((one) => ({ ...one, program: account(one.program) }));
  const isSignedBy = async (signer: Address): Promise<boolean> => {
    const place = signers.indexOf(signer);
    const [signature, key] = [signatures[place], parts.addresses[place]];
    if (signature === undefined || key === undefined || isMissing(signature)) return false;
    return isEd25519Signed(key, signature, message);
  };
  const [id] = signatures;
  return {
    wire,
    transaction: id === undefined || isMissing(id) ? null : getBase58Decoder().decode(id),
    feePayer: account(0),
    blockhash: getBase58Decoder().decode(parts.blockhash),
    instructions,
    memos: instructions
      .filter(({ program }) => program === MEMO_PROGRAM)
      .map(({ data }) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(data)),
    account,
    messageHash: () => sha256Hex(message),
    isSignedBy,
    isFullySigned: async () => (await Promise.all(signers.map(isSignedBy))).every((signed) => signed),
  };
}

/** Signatures are counted in one byte here: no transaction fits more than 127 of 64 bytes each. */
const SIGNATURE_BYTES = 64;

/**
 * The message hash of any transaction in base64, as `readTransfer` gives for a payment; nothing in it is decoded. Of a layout
 * that is not known it is that of all its bytes, which is no payment's.
 */
export function messageHashOf(transaction: string): Promise<string> {
  const wire = bytesOf(transaction);
  if (versionAhead(wire[0]) !== null) return sha256Hex(messageOfV1(wire) ?? wire);
  return sha256Hex(wire.subarray(1 + (wire[0] ?? 0) * SIGNATURE_BYTES));
}
