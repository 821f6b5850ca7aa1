import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { timeoutSignal } from "@/lib/time";
import type { OnChain } from "../rails/rail";
import { rpcClient, type RpcClient } from "./json-rpc";

const set = (urls: readonly (string | undefined)[]): string[] => urls.filter((url) => url !== undefined);

/** Our nodes of a chain, in the order in which they are asked: none, one, or two of different hosts. */
export const evmNodes = (): string[] => set([env().EVM_RPC_URL, env().EVM_RPC_SECOND_URL]);
export const solanaNodes = (): string[] => set([env().SOLANA_RPC_URL, env().SOLANA_RPC_SECOND_URL]);

/** How long the first of two nodes may take over one look: half of what a look has. */
const FIRST_OF_TWO_MS = 2_500;

/** One look at the chain, by the second node where the first fails. */
export async function lookInTurn(
  [first, second]: readonly string[],
  signal: AbortSignal,
  look: (callRpc: RpcClient) => Promise<OnChain>,
): Promise<OnChain> {
  if (first === undefined) return { kind: "open", unread: true, why: "no node of this chain is set" };
  if (second === undefined) return look(rpcClient(first, signal));
  const found = await look(rpcClient(first, timeoutSignal(FIRST_OF_TWO_MS))).catch(
    (error: unknown): OnChain => ({
      kind: "open",
      unread: true,
      why: describe(error),
    }),
  );
  if (found.kind !== "open" || found.unread !== true) return found;
  log.warn("node_failed", { why: found.why });
  return look(rpcClient(second, signal));
}
