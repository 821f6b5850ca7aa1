import { type PriorityFee, priorityFeeOf } from "@/lib/chains/compute-budget";
import type { Instruction } from "@/lib/chains/solana-programs";
import { readLanded, readTransaction, type SolanaTransaction } from "@/lib/chains/solana-transaction";
import { refusing } from "./refusing";
import { pickMpp, pickX402 } from "./transfer-form";

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
  refusing(() => read(readTransaction(transaction), pickX402));

/** Reads a transaction of the form that MPP clients sign. Throws PaymentRefused for any other. */
export const readMppTransfer = (transaction: string): SolanaTransfer =>
  refusing(() => read(readTransaction(transaction), pickMpp));

/** Reads one of that form which has landed, and so may be of V1. Throws PaymentRefused for any other. */
export const readLandedMpp = (transaction: string): SolanaTransfer =>
  refusing(() => read(readLanded(transaction), pickMpp));

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
