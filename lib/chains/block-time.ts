import * as z from "zod";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { now, sleep } from "@/lib/time";
import { rpcClient } from "./json-rpc";

/** Base makes a block every two seconds. */
export const BLOCK_SEC = 2;

/** A node may be some blocks behind; who waits longer for it keeps a payment from its own time. */
const LONGEST_WAIT_MS = 3 * BLOCK_SEC * 1000;
const LOOK_EVERY_MS = 400;

const Block = z.object({ timestamp: z.string().regex(/^0x[0-9a-f]+$/i) });

/** The time of the newest block that our own node knows, in seconds; null where it can't be asked. */
async function newestBlockSec(): Promise<number | null> {
  const url = env().EVM_RPC_URL;
  if (url === undefined) return null;
  try {
    return Number(Block.parse(await rpcClient(url)("eth_getBlockByNumber", ["latest", false])).timestamp);
  } catch (error) {
    log.warn("block_time_unread", { why: describe(error) }); // our own clock decides then
    return null;
  }
}

/**
 * Waits until an authorization can move: the token takes it in a block whose time is later than `validAfter` (seconds). One
 * that began more than three blocks ago waits for nothing, and no node is asked. Waits for six seconds at most.
 */
export async function untilBegun(validAfter: string): Promise<void> {
  const began = Number(validAfter);
  if (began < now() / 1000 - LONGEST_WAIT_MS / 1000) return;
  for (const deadline = now() + LONGEST_WAIT_MS; now() < deadline; await sleep(LOOK_EVERY_MS)) {
    if (now() / 1000 <= began) continue;
    const newest = await newestBlockSec();
    if (newest === null || newest > began) return;
  }
}
