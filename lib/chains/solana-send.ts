import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import { now, sleep, timeoutSignal } from "@/lib/time";
import { isNotSent } from "@/lib/http/not-sent";
import { rpc, type RpcClient } from "./json-rpc";

/** Longest wait for one question; the whole takes as long as its caller allows. */
const CALL_MS = 3_000;
const POLL_MS = 400;
/** Blocks are made every 400 ms by changing leaders: a transaction that got lost with one is sent to the next. */
const RESEND_MS = 2_000;

/** What became of a transaction that was sent. `unknown`: it may still land. */
type SendOutcome =
  | { kind: "settled"; transaction: string }
  | { kind: "not-sent"; detail: string }
  | { kind: "unknown"; detail: string };

const Statuses = z.object({
  value: z.tuple([
    z
      .object({
        err: z.unknown(),
        confirmations: z.number().nullish(),
        confirmationStatus: z.string().nullish(),
      })
      .nullable(),
  ]),
});

async function outcomeOf(callRpc: RpcClient, transaction: string): Promise<"confirmed" | "failed" | "open"> {
  const [status] = Statuses.parse(await callRpc("getSignatureStatuses", [[transaction]])).value;
  if (status === null) return "open";
  const { confirmationStatus, confirmations, err } = status;
  // A status without confirmations is of a rooted block.
  const stands =
    confirmationStatus === "confirmed" || confirmationStatus === "finalized" || confirmations === null;
  if (!stands) return "open";
  return err === null || err === undefined ? "confirmed" : "failed";
}

/**
 * Sends a fully signed transaction (base64) with the id `transaction`, and waits until it is confirmed or the time is
 * up, sending the same bytes again meanwhile, as wallets do. The chain processes one message once, so that nothing is
 * paid twice. Only a first request that provably never left is `not-sent`; whatever else is not a confirmation may
 * still land.
 *
 * It was simulated before, so the node is told not to simulate it again: one that is a little behind would refuse what lands.
 * And a transaction that fails on chain is known at once, while a refused one stays open until its blockhash runs out.
 * `maxRetries` is left to the node, which then keeps sending until that moment, even if this worker dies.
 */
export async function sendSolana(
  url: string,
  wire: string,
  transaction: string,
  timeoutMs: number,
): Promise<SendOutcome> {
  const deadline = now() + timeoutMs;
  const callRpc: RpcClient = (method, params) =>
    rpc(url, method, params, timeoutSignal(Math.max(1, Math.min(CALL_MS, deadline - now()))));
  const send = () => callRpc("sendTransaction", [wire, { encoding: "base64", skipPreflight: true }]);
  const logFailure = (error: unknown) =>
    log.warn("solana_node_failed", { transaction, why: describe(error) });

  try {
    await send();
  } catch (error) {
    if (isNotSent(error)) return { kind: "not-sent", detail: describe(error) };
    logFailure(error); // it may have left all the same
  }
  for (let sentAt = now(); now() < deadline; await sleep(POLL_MS)) {
    const outcome = await outcomeOf(callRpc, transaction).catch((error: unknown) => {
      logFailure(error);
      return "open";
    });
    if (outcome === "confirmed") return { kind: "settled", transaction };
    if (outcome === "failed") return { kind: "unknown", detail: "the transaction failed on chain" };
    if (now() - sentAt < RESEND_MS) continue;
    sentAt = now();
    void send().catch(logFailure);
  }
  return { kind: "unknown", detail: "not confirmed in time" };
}
