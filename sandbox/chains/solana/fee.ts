import { COMPUTE_BUDGET_PROGRAM } from "./network";
import type { Message } from "./transaction";

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICROLAMPORTS = 1_000_000n;
/** Compute units of an instruction when the transaction sets no limit. */
const DEFAULT_UNITS = 200_000n;
const SET_LIMIT = 2;
const SET_PRICE = 3;

/** Lamports that the fee payer pays: 5,000 a signature, and the price that the transaction set for its units. */
export function feeOf({ header, staticAccounts, instructions }: Message): bigint {
  const isBudget = (index: number): boolean => staticAccounts[index] === COMPUTE_BUDGET_PROGRAM;
  let limit = DEFAULT_UNITS * BigInt(instructions.filter((i) => !isBudget(i.programAddressIndex)).length);
  let price = 0n;
  for (const { programAddressIndex, data } of instructions) {
    if (!isBudget(programAddressIndex) || data === undefined) continue;
    const bytes = new DataView(Uint8Array.from(data).buffer);
    if (data[0] === SET_LIMIT && data.length >= 5) limit = BigInt(bytes.getUint32(1, true));
    if (data[0] === SET_PRICE && data.length >= 9) price = bytes.getBigUint64(1, true);
  }
  const priority = (price * limit + MICROLAMPORTS - 1n) / MICROLAMPORTS;
  return LAMPORTS_PER_SIGNATURE * BigInt(header.numSignerAccounts) + priority;
}
