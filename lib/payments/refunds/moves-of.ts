import { env } from "@/lib/env";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { evmMoves, isFinalEvm } from "@/lib/chains/evm-moved";
import { rpcClient, RpcError } from "@/lib/chains/json-rpc";
import { isTransactionId } from "@/lib/chains/solana-judge";
import { solanaMoves } from "@/lib/chains/solana-moved";
import type { Moves, UsdcMoved } from "@/lib/chains/usdc-moved";
import { merchant } from "../rails/merchant";

const unread = (why: string, cause?: unknown): ApiError =>
  new ApiError("payments_unavailable", `The chain can't be asked: ${why}. Nothing was changed; try again.`, {
    headers: retryAfter(10),
    cause,
  });

/** Our node of one of our networks. Throws ApiError 400 for another network, 503 where none is set. */
function nodeOf(network: string, signal: AbortSignal) {
  const { evm, solana } = merchant().networks;
  const { EVM_RPC_URL, SOLANA_RPC_URL } = env();
  const isEvm = network === evm.id;
  if (!isEvm && network !== solana.id)
    throw new ApiError("invalid_request", `This service takes no payments on ${network}.`);
  const url = isEvm ? EVM_RPC_URL : SOLANA_RPC_URL;
  if (url === undefined) throw unread(`${isEvm ? "EVM_RPC_URL" : "SOLANA_RPC_URL"} is not set`);
  return { ask: rpcClient(url, signal), evm: isEvm ? evm : null, solana };
}

/** How nodes refuse what is no transaction's id (JSON-RPC's "invalid params"). */
const INVALID_PARAMS = -32_602;

const orUnread = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (error instanceof RpcError && error.code === INVALID_PARAMS)
      throw new ApiError("invalid_request", "That is no transaction's id. Nothing was changed.");
    throw unread("its node failed", error);
  });

const NO_ID: Moves = { kind: "not landed", why: "this is no transaction's id on Solana", failed: true };

/** What a transaction did with USDC on one of our networks. Throws ApiError 400 for another network, or for text that is no transaction's id, 503 where no node answers. */
export async function movesOf(network: string, transaction: string, signal: AbortSignal): Promise<Moves> {
  const { ask, evm, solana } = nodeOf(network, signal);
  if (evm !== null) return orUnread(evmMoves(ask, evm, transaction));
  if (!isTransactionId(transaction)) return NO_ID; // a node refuses to look for it, which is no outage
  return orUnread(solanaMoves(ask, solana, transaction));
}

/** Whether no reorganisation can take back any more what landed. Throws as `movesOf`. */
export async function isFinal(network: string, { block }: UsdcMoved, signal: AbortSignal): Promise<boolean> {
  return block === null || orUnread(isFinalEvm(nodeOf(network, signal).ask, block));
}
