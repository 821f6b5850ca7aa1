import {
  type Address,
  getAddressEncoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import { sha256Hex } from "@/lib/http/digest";
import { isEd25519Signed } from "../ed25519";
import { PaymentRefused } from "../outcome/reasons";
import { isOneEncoding } from "./solana-encoding";
import { MEMO_PROGRAM, type Instruction } from "./transfer-form";

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
  /** The address of an account by its place. Throws PaymentRefused where there is none. */
  account(index: number | undefined): Address;
  /** SHA-256 of the message, hexadecimal: what makes a transaction unique on chain, independent of the fee payer's signature. */
  messageHash(): Promise<string>;
  /** Whether that account has signed this message. */
  isSignedBy(signer: Address): Promise<boolean>;
  /** Whether everybody has signed it whose signature it needs, the fee payer included. */
  isFullySigned(): Promise<boolean>;
}

/** Each is put together from dozens of small ones, which takes as long as reading a transaction does. */
const transactions = getTransactionDecoder();
const messages = getCompiledTransactionMessageDecoder();
const addresses = getAddressEncoder();

/**
 * Decodes a transaction, and demands that it would encode to the very same bytes: another spelling of one message would
 * have another hash, and thus buy a second answer for the same transfer.
 */
function decode(wire: Uint8Array) {
  try {
    const transaction = transactions.decode(wire);
    const message = messages.decode(transaction.messageBytes);
    const { signatures } = transaction;
    if (!isOneEncoding(wire)) throw new Error("not in its one encoding");
    const signers = Object.keys(signatures).length;
    if (signers === 0) throw new Error("nobody signs");
    if (signers !== wire[0]) throw new Error("somebody signs twice"); // a length below 128
    const messageBytes = Uint8Array.from(transaction.messageBytes);
    return { messageBytes, message, signatures };
  } catch (cause) {
    throw new PaymentRefused(
      "malformed_payment",
      "The Solana transaction could not be decoded. Send it as the client made it.",
      { cause },
    );
  }
}

function bytesOf(transaction: string): Uint8Array {
  try {
    return base64ToBytes(transaction);
  } catch (cause) {
    throw new PaymentRefused(
      "malformed_payment",
      "`payload.transaction` is not base64. Send it as the client made it.",
      { cause },
    );
  }
}

/** Reads a transaction in base64. No look-up tables: they would let the same payment mean something else later. */
export function readTransaction(transaction: string): SolanaTransaction {
  const wire = bytesOf(transaction);
  const { message, messageBytes, signatures } = decode(wire);
  if ("addressTableLookups" in message && (message.addressTableLookups?.length ?? 0) > 0)
    throw new PaymentRefused(
      "unsupported_payment",
      "Transactions with address look-up tables are not accepted. Sign one that lists its accounts.",
    );

  const account = (index: number | undefined): Address => {
    const found = index === undefined ? undefined : message.staticAccounts[index];
    if (found === undefined)
      throw new PaymentRefused(
        "malformed_payment",
        "The transaction names an account that it does not list. Send it as the client made it.",
      );
    return found;
  };
  const instructions = message.instructions.map((instruction) => ({
    program: account(instruction.programAddressIndex),
    accounts: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));
  const isSignedBy = async (signer: Address): Promise<boolean> => {
    const signature = signatures[signer];
    if (signature === undefined || signature === null) return false;
    return isEd25519Signed(
      Uint8Array.from(addresses.encode(signer)),
      Uint8Array.from(signature),
      messageBytes,
    );
  };
  const feePayer = account(0);
  const id = signatures[feePayer];
  return {
    wire,
    transaction: id ? getBase58Decoder().decode(id) : null,
    feePayer,
    blockhash: message.lifetimeToken,
    instructions,
    memos: instructions
      .filter(({ program }) => program === MEMO_PROGRAM)
      .map(({ data }) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(data)),
    account,
    messageHash: () => sha256Hex(messageBytes),
    isSignedBy,
    isFullySigned: async () =>
      (await Promise.all(Object.keys(signatures).map((signer) => isSignedBy(signer as Address)))).every(
        (signed) => signed,
      ),
  };
}

/** Signatures are counted in one byte here: no transaction fits more than 127 of 64 bytes each. */
const SIGNATURE_BYTES = 64;

/** The message hash of any transaction in base64, as `readTransfer` gives for a payment; nothing in it is decoded. */
export function messageHashOf(transaction: string): Promise<string> {
  const wire = bytesOf(transaction);
  return sha256Hex(wire.slice(1 + (wire[0] ?? 0) * SIGNATURE_BYTES));
}
