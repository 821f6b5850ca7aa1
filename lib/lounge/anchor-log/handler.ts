import type { Handler } from "@/lib/handler";
import { solanaNodes } from "@/lib/chains/nodes";
import { askInTurn } from "@/lib/solana-rpc/ask-nodes";
import { now, sleep } from "@/lib/time";
import { anchorKey, anchorLog } from "../anchor/anchor-log";
import { addressOfKey } from "../anchor/sign-anchor";
import type { anchorLogEntry } from "./entry";

/** The chain makes a memo final within some 13 s; what takes longer is looked at by the next run. */
const WAIT_MS = 14_000;

/** The scheduled route. */
export const anchorLogRoute: Handler<typeof anchorLogEntry> = async () => {
  const key = await anchorKey();
  const done = await anchorLog(askInTurn(solanaNodes()), { now, pause: sleep, waitMs: WAIT_MS });
  return { answer: { ok: true, ...done, wallet: key === null ? null : addressOfKey(key) }, effects: [] };
};
