import * as z from "zod";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { timeoutSignal } from "@/lib/time";
import { type RpcClient, rpcClient } from "./json-rpc";

const BlockhashValid = z.object({ context: z.object({ slot: z.number() }), value: z.boolean() });

/** Whether that bank of a node knows the blockhash as one that is young enough. */
export const isBlockhashValid = async (
  callRpc: RpcClient,
  blockhash: string,
  commitment: "processed" | "finalized",
) => BlockhashValid.parse(await callRpc("isBlockhashValid", [blockhash, { commitment }]));

/** A sale waits for it. */
const TIMEOUT_MS = 1_000;

/**
 * Whether a transaction of this blockhash can be sent no more, by our own node's newest bank. A node that can't be asked
 * changes nothing: whoever is asked next looks as well.
 */
export async function hasRunOut(blockhash: string): Promise<boolean> {
  const url = env().SOLANA_RPC_URL;
  if (url === undefined) return false;
  try {
    const callRpc = rpcClient(url, timeoutSignal(TIMEOUT_MS));
    return !(await isBlockhashValid(callRpc, blockhash, "processed")).value;
  } catch (error) {
    log.warn("blockhash_not_asked", { why: describe(error) });
    return false;
  }
}
