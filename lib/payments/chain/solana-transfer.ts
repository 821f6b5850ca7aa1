import {
  address,
  getAddressEncoder,
  getBase58Decoder,
  getCompiledTransactionMessageCodec,
  getProgramDerivedAddress,
  getPublicKeyFromAddress,
  getTransactionCodec,
} from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import { sha256Hex } from "@/lib/http/digest";
import { TOKEN_PROGRAM } from "../rails/networks";
import { PaymentRefused } from "../reasons";
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, pickMpp, pickX402, type Instruction } from "./transfer-form";

// kit's key derivation asks for a secure context, which the edge runtime is but does not say.
globalThis.isSecureContext ??= true;

/** What one `TransferChecked` transaction says, read from its bytes. */
export interface SolanaTransfer {
  /** The whole transaction as received. */
  wire: Uint8Array;
  /** Its id, which is the fee payer's signature in base58; null while that is missing. */
  transaction: string | null;
  feePayer: string;
  source: string;
  mint: string;
  destination: string;
  authority: string;
  /** Base units. */
  amount: bigint;
  blockhash: string;
  /** Texts of its memo instructions. */
  memos: readonly string[];
  /** SHA-256 of the message, hexadecimal: what makes a transaction unique on chain, independent of the fee payer's signature. */
  messageHash(): Promise<string>;
  /** Whether the transfer's authority has signed this message. */
  isSigned(): Promise<boolean>;
  /** Whether everybody has signed it whose signature it needs, the fee payer included. */
  isFullySigned(): Promise<boolean>;
}

/** Each is put together from dozens of small ones, which takes as long as reading a transaction does. */
const transactions = getTransactionCodec();
const messages = getCompiledTransactionMessageCodec();

function sameBytes(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/**
 * Decodes a transaction, and demands that it encodes to the very same bytes: another spelling of one message would
 * have another hash, and thus buy a second answer for the same transfer.
 */
function decode(wire: Uint8Array) {
  try {
    const transaction = transactions.decode(wire);
    const message = messages.decode(transaction.messageBytes);
    const canonical =
      sameBytes(transactions.encode(transaction), wire) &&
      sameBytes(messages.encode(message), transaction.messageBytes);
    if (!canonical) throw new Error("not in its one encoding");
    const messageBytes = Uint8Array.from(transaction.messageBytes);
    return { messageBytes, message, signatures: transaction.signatures };
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

/** Reads a transaction of the form that x402 clients sign. Throws PaymentRefused for any other. */
export const readTransfer = (transaction: string): SolanaTransfer => read(transaction, pickX402);

/** Reads a transaction of the form that MPP clients sign. Throws PaymentRefused for any other. */
export const readMppTransfer = (transaction: string): SolanaTransfer => read(transaction, pickMpp);

/**
 * Reads one transfer from its transaction. No look-up tables, no durable nonce: each would let the same payment mean
 * something else later.
 */
function read(
  transaction: string,
  pick: (instructions: readonly Instruction[]) => Instruction,
): SolanaTransfer {
  const wire = bytesOf(transaction);
  const { message, messageBytes, signatures } = decode(wire);
  if ("addressTableLookups" in message && (message.addressTableLookups?.length ?? 0) > 0)
    throw new PaymentRefused(
      "unsupported_payment",
      "Transactions with address look-up tables are not accepted. Sign one that lists its accounts.",
    );

  const account = (index: number | undefined): string => {
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
  const transfer = pick(instructions);
  const [source, mint, destination, authority] = transfer.accounts;
  const isSignedBy = async (signer: string): Promise<boolean> => {
    const signature = signatures[address(signer)];
    if (signature === undefined || signature === null) return false;
    const key = await getPublicKeyFromAddress(address(signer));
    // The platform's own function: it takes views, where kit hands it buffers that not every runtime knows as such.
    return crypto.subtle.verify("Ed25519", key, Uint8Array.from(signature), messageBytes);
  };
  const feePayer = account(0);
  const id = signatures[address(feePayer)];
  return {
    wire,
    transaction: id ? getBase58Decoder().decode(id) : null,
    feePayer,
    source: account(source),
    mint: account(mint),
    destination: account(destination),
    authority: account(authority),
    amount: new DataView(transfer.data.buffer, transfer.data.byteOffset).getBigUint64(1, true),
    blockhash: message.lifetimeToken,
    memos: instructions
      .filter(({ program }) => program === MEMO_PROGRAM)
      .map(({ data }) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(data)),
    messageHash: () => sha256Hex(messageBytes),
    isSigned: () => isSignedBy(account(authority)),
    isFullySigned: async () =>
      (await Promise.all(Object.keys(signatures).map(isSignedBy))).every((signed) => signed),
  };
}

const accounts = new Map<string, Promise<string>>();

/** The associated token account in which `owner` holds `mint` (SPL Token). */
export const tokenAccountOf = (owner: string, mint: string): Promise<string> =>
  associatedAccount(owner, mint, TOKEN_PROGRAM);

/** The same of a mint of either token program. */
export function associatedAccount(owner: string, mint: string, program: string): Promise<string> {
  const id = `${owner} ${mint} ${program}`;
  const known = accounts.get(id) ?? derive(owner, mint, program);
  if (accounts.size < MAX_ACCOUNTS) accounts.set(id, known);
  return known;
}
/** One merchant needs one; the bound is for programs that ask for many. */
const MAX_ACCOUNTS = 64;

async function derive(owner: string, mint: string, program: string): Promise<string> {
  const encode = getAddressEncoder().encode;
  const [account] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [encode(address(owner)), encode(address(program)), encode(address(mint))],
  });
  return account;
}

/** Signatures are counted in one byte here: no transaction fits more than 127 of 64 bytes each. */
const SIGNATURE_BYTES = 64;

/** The message hash of any transaction in base64, as `readTransfer` gives for a payment; nothing in it is decoded. */
export function messageHashOf(transaction: string): Promise<string> {
  const wire = bytesOf(transaction);
  return sha256Hex(wire.slice(1 + (wire[0] ?? 0) * SIGNATURE_BYTES));
}
