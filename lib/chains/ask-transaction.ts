import { type RpcClient, RpcError } from "./json-rpc";
import type { Commitment } from "./solana-history";
import { ANY_VERSION, type READ_VERSION } from "./transaction-versions";

/** Agave's refusal of a transaction above `maxSupportedTransactionVersion`: the node has it, and names its version. */
export const UNSUPPORTED_VERSION = -32_015;
const INVALID_PARAMS = -32_602;
const NAMED_VERSION = /Transaction version \((\d{1,3})\)/;

const isRefusedAs = (error: unknown, codes: readonly number[]): error is RpcError =>
  error instanceof RpcError && error.code !== null && codes.includes(error.code);

interface Wanted {
  encoding: "base64" | "jsonParsed";
  commitment: Commitment;
  highest: typeof READ_VERSION | typeof ANY_VERSION;
  /** A version above `highest` is "unreadable" without a second question. */
  once?: boolean;
}

/**
 * Asks a node for a transaction, unchecked. Where its version is above `highest` the node is asked again with the version that
 * it names: such bytes are of no message that is read here, and what the transaction moved is told all the same. "unreadable"
 * where the node shows it to nobody. Throws where the node can't be asked.
 */
export async function askForTransaction(
  ask: RpcClient,
  signature: string,
  { encoding, commitment, highest, once = false }: Wanted,
): Promise<{ shown: unknown } | "unreadable"> {
  const upTo = async (version: number) => ({
    shown: await ask("getTransaction", [
      signature,
      { encoding, commitment, maxSupportedTransactionVersion: version },
    ]),
  });
  try {
    return await upTo(highest);
  } catch (error) {
    if (!isRefusedAs(error, [UNSUPPORTED_VERSION])) throw error;
    const [, named] = NAMED_VERSION.exec(error.message) ?? [];
    if (once && Number(named) > highest) return "unreadable";
    try {
      return await upTo(Math.min(Number(named ?? ANY_VERSION), ANY_VERSION));
    } catch (again) {
      if (isRefusedAs(again, [UNSUPPORTED_VERSION, INVALID_PARAMS])) return "unreadable";
      throw again;
    }
  }
}
