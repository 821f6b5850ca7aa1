import { isRecord } from "@/lib/is-record";

const MICRO = 1_000_000n;

const positive = (value: unknown): bigint | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? BigInt(value) : null;

/**
 * The most lamports of priority fee that a facilitator says to pay for a Solana payment: in its `/supported`, the compute units
 * and the price of one (micro-lamports) that it takes, under the names of the official package's options. Null where it does
 * not say both, as no draft demands.
 */
export function priorityFeeBoundIn(supported: unknown, network: string): bigint | null {
  const kinds = isRecord(supported) && Array.isArray(supported.kinds) ? supported.kinds.filter(isRecord) : [];
  const kind = kinds.find((one) => one.network === network && one.scheme === "exact");
  const extra = isRecord(kind?.extra) ? kind.extra : {};
  const [units, price] = [positive(extra.maxComputeUnits), positive(extra.maxPriorityFeeMicroLamports)];
  return units === null || price === null ? null : (units * price) / MICRO;
}
