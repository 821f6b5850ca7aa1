import { env } from "@/lib/env";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { evmMoves } from "../chain/evm-moved";
import { rpcClient } from "../chain/json-rpc";
import { solanaMoves } from "../chain/solana-moved";
import type { Moves } from "../chain/usdc-moved";
import { merchant } from "../rails/merchant";

const unread = (why: string, cause?: unknown): ApiError =>
  new ApiError("payments_unavailable", `The chain can't be asked: ${why}. Nothing was changed; try again.`, {
    headers: retryAfter(10),
    cause,
  });

/** What a transaction did with USDC on one of our networks. Throws ApiError 400 for another network, 503 where no node answers. */
export async function movesOf(network: string, transaction: string, signal: AbortSignal): Promise<Moves> {
  const { evm, solana } = merchant().networks;
  const { EVM_RPC_URL, SOLANA_RPC_URL } = env();
  const isEvm = network === evm.id;
  if (!isEvm && network !== solana.id)
    throw new ApiError("invalid_request", `This service takes no payments on ${network}.`);
  const url = isEvm ? EVM_RPC_URL : SOLANA_RPC_URL;
  if (url === undefined) throw unread(`${isEvm ? "EVM_RPC_URL" : "SOLANA_RPC_URL"} is not set`);
  const ask = rpcClient(url, signal);
  return (isEvm ? evmMoves(ask, evm, transaction) : solanaMoves(ask, solana, transaction)).catch(
    (error: unknown) => {
      throw unread("its node failed", error);
    },
  );
}
