import { COMPUTE_BUDGET_PROGRAM, type Instruction } from "./solana-programs";

const SET_LIMIT = { number: 2, bytes: 5 } as const;
const SET_PRICE = { number: 3, bytes: 9 } as const;
/** What a transaction takes at most, and an instruction of one that sets no limit (Agave's compute budget). */
const MAX_UNITS = 1_400_000n;
const UNITS_OF_ONE = 200_000n;
const MICRO = 1_000_000n;

/** What a transaction's fee payer pays for its compute units, besides its signatures. */
export interface PriorityFee {
  units: bigint;
  /** Micro-lamports a unit. */
  price: bigint;
  lamports: bigint;
}

const view = ({ data }: Instruction): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** The priority fee that a transaction of version 0 or older sets. What the runtime can't read sets nothing: it fails. */
export function priorityFeeOf(instructions: readonly Instruction[]): PriorityFee {
  const budget = instructions.filter(({ program }) => program === COMPUTE_BUDGET_PROGRAM);
  const set = ({ number, bytes }: { number: number; bytes: number }): DataView | null => {
    const found = budget.find(({ data }) => data[0] === number && data.length === bytes);
    return found === undefined ? null : view(found);
  };
  const limit = set(SET_LIMIT)?.getUint32(1, true);
  const unlimited = UNITS_OF_ONE * BigInt(instructions.length - budget.length);
  const asked = limit === undefined ? unlimited : BigInt(limit);
  const units = asked < MAX_UNITS ? asked : MAX_UNITS;
  const price = set(SET_PRICE)?.getBigUint64(1, true) ?? 0n;
  return { units, price, lamports: (units * price + MICRO - 1n) / MICRO };
}
