import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { rpcClient } from "@/lib/chains/json-rpc";
import { sendSolana } from "@/lib/chains/solana-send";
import { simulateSolana } from "@/lib/chains/solana-simulation";
import type { Settlement } from "./rail";

export const NO_NODE = "SOLANA_RPC_URL is not set";

/** Has our own node send a transaction (base64) that its payer has signed in full; what no facilitator takes. */
export async function settleByNode(wire: string, transaction: string, asset: string): Promise<Settlement> {
  const { SOLANA_RPC_URL: url, FACILITATOR_SETTLE_TIMEOUT_MS: timeoutMs } = env();
  if (url === undefined) return { kind: "not-sent", detail: NO_NODE };
  const sent = await sendSolana(url, wire, transaction, timeoutMs);
  if (sent.kind !== "unknown") return sent;
  const simulated = await simulateSolana(rpcClient(url), wire, { asset }).catch((error: unknown) => {
    log.warn("settlement_not_explained", { why: describe(error) });
    return null;
  });
  if (simulated?.kind !== "fails") return sent;
  return simulated.reason === "expired" ? { ...sent, ranOut: true } : { ...sent, byPayer: true };
}
