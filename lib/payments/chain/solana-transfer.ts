import {
  address,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getProgramDerivedAddress,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  getTransactionEncoder,
} from "@solana/kit";
import { base64ToBytes } from "../../http/base64";
import { sha256Hex } from "../../http/digest";
import { PaymentRefused } from "../reasons";

// kit's key derivation asks for a secure context, which the edge runtime is but does not say.
globalThis.isSecureContext ??= true;

const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/** Wallets add its assertions on their own. */
const LIGHTHOUSE_PROGRAM = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const TRANSFER_CHECKED = 12;
/** As the first instruction it makes a transaction live by a nonce account instead of a blockhash. */
const ADVANCE_NONCE = 4;
const MAX_INSTRUCTIONS = 7;

/** What one `TransferChecked` transaction says, read from its bytes. */
export interface SolanaTransfer {
  /** The whole transaction as received. */
  wire: Uint8Array;
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
  /** SHA-256 of the message, hexadecimal: what the chain keeps a transaction unique by, whoever signs as fee payer. */
  messageHash(): Promise<string>;
  /** Whether the transfer's authority has signed this message. */
  isSigned(): Promise<boolean>;
}

const refuse = (message: string): PaymentRefused => new PaymentRefused("unsupported_payment", message);

const sameBytes = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.prototype.every.call(a, (byte: number, index: number) => byte === b[index]);

/**
 * Decodes a transaction, and demands that it encodes to the very same bytes: another spelling of one message would
 * have another hash, and thus buy a second answer for the same transfer.
 */
function decode(wire: Uint8Array) {
  try {
    const transaction = getTransactionDecoder().decode(wire);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const canonical =
      sameBytes(getTransactionEncoder().encode(transaction), wire) &&
      sameBytes(getCompiledTransactionMessageEncoder().encode(message), transaction.messageBytes);
    if (!canonical) throw new Error("not in its one encoding");
    const messageBytes = Uint8Array.from(transaction.messageBytes);
    return { messageBytes, message, signatures: transaction.signatures };
  } catch (cause) {
    throw new PaymentRefused(
      "malformed_payment",
      "The Solana transaction could not be decoded. Send it as x402 clients make it.",
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
      "`payload.transaction` is not base64. Send it as x402 clients make it.",
      { cause },
    );
  }
}

/**
 * Reads the one form of transaction that is taken (x402 scheme `exact` on Solana): compute limit, compute price,
 * one SPL `TransferChecked`, then at most four memo or Lighthouse instructions. No look-up tables, no durable nonce:
 * each would let the same payment mean something else later.
 */
export function readTransfer(transaction: string): SolanaTransfer {
  const wire = bytesOf(transaction);
  const { message, messageBytes, signatures } = decode(wire);
  if ("addressTableLookups" in message && (message.addressTableLookups?.length ?? 0) > 0)
    throw refuse("Transactions with address look-up tables are not taken. Sign one that lists its accounts.");

  const account = (index: number | undefined): string => {
    const found = index === undefined ? undefined : message.staticAccounts[index];
    if (found === undefined)
      throw new PaymentRefused(
        "malformed_payment",
        "The transaction names an account that it does not list. Send it as x402 clients make it.",
      );
    return found;
  };
  const instructions = message.instructions.map((instruction) => ({
    program: account(instruction.programAddressIndex),
    accounts: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));
  const [limit, price, transfer, ...rest] = instructions;
  if (limit?.program === SYSTEM_PROGRAM && limit.data[0] === ADVANCE_NONCE)
    throw refuse("Durable nonces are not taken. Sign with a recent blockhash.");
  if (
    limit?.program !== COMPUTE_BUDGET_PROGRAM ||
    limit.data[0] !== SET_COMPUTE_UNIT_LIMIT ||
    price?.program !== COMPUTE_BUDGET_PROGRAM ||
    price.data[0] !== SET_COMPUTE_UNIT_PRICE
  ) {
    throw refuse(
      "The transaction must begin with a compute unit limit and a compute unit price. Sign one that does.",
    );
  }
  if (
    transfer?.program !== TOKEN_PROGRAM ||
    transfer.data[0] !== TRANSFER_CHECKED ||
    transfer.data.length !== 10
  ) {
    throw refuse("The third instruction must be one SPL Token TransferChecked. Sign one where it is.");
  }
  if (
    instructions.length > MAX_INSTRUCTIONS ||
    rest.some(({ program }) => program !== MEMO_PROGRAM && program !== LIGHTHOUSE_PROGRAM)
  ) {
    throw refuse(
      "Only memo and Lighthouse instructions may follow the transfer, four at most. Sign one with no others.",
    );
  }
  const [source, mint, destination, authority] = transfer.accounts;
  return {
    wire,
    feePayer: account(0),
    source: account(source),
    mint: account(mint),
    destination: account(destination),
    authority: account(authority),
    amount: new DataView(transfer.data.buffer, transfer.data.byteOffset).getBigUint64(1, true),
    blockhash: message.lifetimeToken,
    memos: rest
      .filter(({ program }) => program === MEMO_PROGRAM)
      .map(({ data }) => new TextDecoder().decode(data)),
    messageHash: () => sha256Hex(messageBytes),
    async isSigned() {
      const signer = address(account(authority));
      const signature = signatures[signer];
      if (signature === undefined || signature === null) return false;
      const key = await getPublicKeyFromAddress(signer);
      // The platform's own function: it takes views, where kit hands it buffers that not every runtime knows as such.
      return crypto.subtle.verify("Ed25519", key, Uint8Array.from(signature), messageBytes);
    },
  };
}

const accounts = new Map<string, Promise<string>>();

/** The associated token account in which `owner` holds `mint` (SPL Token). */
export function tokenAccountOf(owner: string, mint: string): Promise<string> {
  const known = accounts.get(`${owner} ${mint}`) ?? derive(owner, mint);
  if (accounts.size < MAX_ACCOUNTS) accounts.set(`${owner} ${mint}`, known);
  return known;
}
/** One merchant needs one; the bound is for programs that ask for many. */
const MAX_ACCOUNTS = 64;

async function derive(owner: string, mint: string): Promise<string> {
  const encode = getAddressEncoder().encode;
  const [account] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [encode(address(owner)), encode(address(TOKEN_PROGRAM)), encode(address(mint))],
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
