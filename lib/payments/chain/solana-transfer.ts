import {
  address,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
} from "@solana/kit";
import { base64ToBytes } from "../../http/base64";
import { sha256Hex } from "../../http/digest";
import { PaymentRefused } from "../reasons";

// kit's key derivation asks for a secure context, which the edge runtime is but does not say.
globalThis.isSecureContext ??= true;

const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
/** Wallets add its assertions on their own. */
const LIGHTHOUSE_PROGRAM = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const TRANSFER_CHECKED = 12;
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
}

const refuse = (message: string): PaymentRefused => new PaymentRefused("unsupported_payment", message);

function decode(wire: Uint8Array) {
  try {
    const transaction = getTransactionDecoder().decode(wire);
    return {
      messageBytes: Uint8Array.from(transaction.messageBytes),
      message: getCompiledTransactionMessageDecoder().decode(transaction.messageBytes),
    };
  } catch (cause) {
    throw new PaymentRefused("malformed_payment", "The Solana transaction could not be decoded.", { cause });
  }
}

function bytesOf(transaction: string): Uint8Array {
  try {
    return base64ToBytes(transaction);
  } catch (cause) {
    throw new PaymentRefused("malformed_payment", "`payload.transaction` is not base64.", { cause });
  }
}

/**
 * Reads the one form of transaction that is taken (x402 scheme `exact` on Solana): compute limit, compute price,
 * one SPL `TransferChecked`, then at most four memo or Lighthouse instructions. No look-up tables, no durable nonce:
 * each would let the same payment mean something else later.
 */
export function readTransfer(transaction: string): SolanaTransfer {
  const wire = bytesOf(transaction);
  const { message, messageBytes } = decode(wire);
  if ("addressTableLookups" in message && (message.addressTableLookups?.length ?? 0) > 0)
    throw refuse("Transactions with address look-up tables are not taken.");

  const account = (index: number | undefined): string => {
    const found = index === undefined ? undefined : message.staticAccounts[index];
    if (found === undefined)
      throw new PaymentRefused(
        "malformed_payment",
        "The transaction names an account that it does not list.",
      );
    return found;
  };
  const instructions = message.instructions.map((instruction) => ({
    program: account(instruction.programAddressIndex),
    accounts: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));
  const [limit, price, transfer, ...rest] = instructions;
  if (
    limit?.program !== COMPUTE_BUDGET_PROGRAM ||
    limit.data[0] !== SET_COMPUTE_UNIT_LIMIT ||
    price?.program !== COMPUTE_BUDGET_PROGRAM ||
    price.data[0] !== SET_COMPUTE_UNIT_PRICE
  ) {
    throw refuse("The transaction must begin with a compute unit limit and a compute unit price.");
  }
  if (
    transfer?.program !== TOKEN_PROGRAM ||
    transfer.data[0] !== TRANSFER_CHECKED ||
    transfer.data.length !== 10
  ) {
    throw refuse("The third instruction must be one SPL Token TransferChecked.");
  }
  if (
    instructions.length > MAX_INSTRUCTIONS ||
    rest.some(({ program }) => program !== MEMO_PROGRAM && program !== LIGHTHOUSE_PROGRAM)
  ) {
    throw refuse("Only memo and Lighthouse instructions may follow the transfer.");
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
  };
}

/** The associated token account in which `owner` holds `mint` (SPL Token). */
export async function tokenAccountOf(owner: string, mint: string): Promise<string> {
  const encode = getAddressEncoder().encode;
  const [account] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [encode(address(owner)), encode(address(TOKEN_PROGRAM)), encode(address(mint))],
  });
  return account;
}

/** The message hash of any transaction in base64, as `readTransfer` gives for a payment. */
export const messageHashOf = (transaction: string): Promise<string> =>
  sha256Hex(decode(bytesOf(transaction)).messageBytes);
