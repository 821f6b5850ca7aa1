import { isRecord } from "@/lib/is-record";
import { base64ToBytes } from "@/lib/http/base64";
import { ANY_VERSION } from "@/lib/chains/transaction-versions";

/** What the chain says of a payment: sums over every account of the mint that the transaction touched. */
export interface OnChain {
  burned: bigint;
  /** What other accounts got. */
  kept: bigint;
}

/** What a question to the chain brought; null where it has no such thing. Throws where no answer came. */
async function ask(path: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const reply: unknown = await response.json();
  if (!isRecord(reply) || reply.result === undefined) throw new Error(`${method} was not answered`);
  return reply.result;
}

/** A mint's supply stands behind its authority: eight bytes, the lowest first. */
const SUPPLY_AT = 36;

/** The supply of a mint now, in base units. Throws where it can't be read. */
export async function supplyOf(path: string, mint: string): Promise<bigint> {
  const result = await ask(path, "getAccountInfo", [mint, { encoding: "base64", commitment: "finalized" }]);
  const value = isRecord(result) && isRecord(result.value) ? result.value.data : null;
  if (!Array.isArray(value) || typeof value[0] !== "string") throw new Error("no mint");
  const bytes = base64ToBytes(value[0]);
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(SUPPLY_AT, true);
}

/** Balances of one mint by account, as a transaction's record lists them. */
function balancesIn(list: unknown, mint: string): Map<number, bigint> {
  const balances = new Map<number, bigint>();
  for (const one of Array.isArray(list) ? list : []) {
    if (!isRecord(one) || one.mint !== mint || !isRecord(one.uiTokenAmount)) continue;
    balances.set(Number(one.accountIndex), BigInt(String(one.uiTokenAmount.amount)));
  }
  return balances;
}

/**
 * What a transaction did to a mint's accounts, from their balances before and after it: what left them all was burned, since
 * a transfer only moves. Null where the chain knows no such transaction, or it failed. Throws where no answer came.
 */
export async function readPayment(path: string, mint: string, transaction: string): Promise<OnChain | null> {
  const options = {
    encoding: "base64",
    commitment: "confirmed",
    maxSupportedTransactionVersion: ANY_VERSION,
  };
  const result = await ask(path, "getTransaction", [transaction, options]);
  const meta = isRecord(result) ? result.meta : null;
  if (!isRecord(meta) || (meta.err !== null && meta.err !== undefined)) return null;
  const [before, after] = [balancesIn(meta.preTokenBalances, mint), balancesIn(meta.postTokenBalances, mint)];
  let [burned, kept] = [0n, 0n];
  for (const account of new Set([...before.keys(), ...after.keys()])) {
    const change = (after.get(account) ?? 0n) - (before.get(account) ?? 0n);
    burned -= change;
    if (change > 0n) kept += change;
  }
  return { burned, kept };
}
