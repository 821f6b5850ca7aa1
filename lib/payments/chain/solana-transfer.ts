import { address, getAddressEncoder, getProgramDerivedAddress } from "@solana/kit";
import { TOKEN_PROGRAM } from "../rails/networks";
import { type PriorityFee, priorityFeeOf } from "./compute-budget";
import { readLanded, readTransaction, type SolanaTransaction } from "./solana-transaction";
import { ASSOCIATED_TOKEN_PROGRAM, pickMpp, pickX402, type Instruction } from "./transfer-form";

// kit's key derivation asks for a secure context, which the edge runtime is but does not say.
globalThis.isSecureContext ??= true;

/** What one `TransferChecked` transaction says, read from its bytes. */
export interface SolanaTransfer extends Omit<SolanaTransaction, "instructions" | "account" | "isSignedBy"> {
  source: string;
  mint: string;
  destination: string;
  authority: string;
  /** Base units. */
  amount: bigint;
  priorityFee: PriorityFee;
  /** Whether the transfer's authority has signed this message. */
  isSigned(): Promise<boolean>;
}

/** Reads a transaction of the form that x402 clients sign. Throws PaymentRefused for any other. */
export const readTransfer = (transaction: string): SolanaTransfer =>
  read(readTransaction(transaction), pickX402);

/** Reads a transaction of the form that MPP clients sign. Throws PaymentRefused for any other. */
export const readMppTransfer = (transaction: string): SolanaTransfer =>
  read(readTransaction(transaction), pickMpp);

/** Reads one of that form which has landed, and so may be of V1. Throws PaymentRefused for any other. */
export const readLandedMpp = (transaction: string): SolanaTransfer => read(readLanded(transaction), pickMpp);

/** The amount that a token instruction names, in base units. */
export const amountIn = ({ data }: Instruction): bigint =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(1, true);

/**
 * Reads one transfer from its transaction. No durable nonce: it would let the same payment mean something else later.
 */
function read(
  { instructions, account, isSignedBy, ...read }: SolanaTransaction,
  pick: (instructions: readonly Instruction[]) => Instruction,
): SolanaTransfer {
  const transfer = pick(instructions);
  const [source, mint, destination, authority] = transfer.accounts;
  return {
    ...read,
    source: account(source),
    mint: account(mint),
    destination: account(destination),
    authority: account(authority),
    amount: amountIn(transfer),
    priorityFee: priorityFeeOf(instructions),
    isSigned: () => isSignedBy(account(authority)),
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
