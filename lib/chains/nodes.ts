import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { now, timeoutSignal } from "@/lib/time";
import type { Look, OnChain } from "./look";
import { isLate, type Proof } from "./trail";
import { rpcClient, type RpcClient } from "./json-rpc";

const set = (urls: readonly (string | undefined)[]): string[] => urls.filter((url) => url !== undefined);

/** Our nodes of a chain, in the order in which they are asked: none, one, or two of different hosts. */
export const evmNodes = (): string[] => set([env().EVM_RPC_URL, env().EVM_RPC_SECOND_URL]);
export const solanaNodes = (): string[] => set([env().SOLANA_RPC_URL, env().SOLANA_RPC_SECOND_URL]);

/** How long the first of two nodes may take over one look: half of what a look has. */
const FIRST_OF_TWO_MS = 2_500;

/** One look by one node. `from`: what earlier looks have left of its own search. */
type AskNode = (callRpc: RpcClient, from: Omit<Look, "signal">) => Promise<OnChain>;

const unread = (error: unknown): OnChain => ({ kind: "open", unread: true, why: describe(error) });

/**
 * What a second node says of a payment of which the first has proved that it never moved. By that a payment is given up, and
 * its payer asked for another: no node is believed alone in it while the other can be asked.
 */
async function secondProof(
  callRpc: RpcClient,
  first: OnChain,
  { trail, leaveProof }: Look,
  ask: AskNode,
): Promise<OnChain> {
  const proof: Proof = { at: now(), asked: 0, ...trail.proof };
  const note = (change: Partial<Proof>): void => {
    Object.assign(proof, change);
    leaveProof?.({ ...proof });
  };
  note({});
  const from = {
    trail: { ...trail, progress: proof.progress },
    leave: (progress: string) => note({ progress }),
  };
  const found = await ask(callRpc, from).catch(unread);
  if (found.kind !== "open") return found;
  note({ asked: proof.asked + 1 });
  if (!isLate(proof, now()))
    return { ...found, why: `one node says that it never moved; the other: ${found.why}` };
  log.warn("one_node_believed", { why: found.why });
  return first;
}

/**
 * What a second node says of a payment of which nothing is recorded, and of which the first shows nothing: it may be refused by
 * that, at once. Of two that can be asked both must show nothing, and both that it is over.
 */
async function secondLook(
  callRpc: RpcClient,
  first: OnChain,
  { trail }: Look,
  ask: AskNode,
): Promise<OnChain> {
  const second = await ask(callRpc, { trail, leave: () => undefined }).catch(unread);
  if (second.kind === "moved") return second;
  if (second.kind === "open" && second.unread === true) {
    log.warn("one_node_believed", { why: second.why });
    return first;
  }
  // What either has seen is not refused, and what one of them may still take is not over.
  return first.kind === "open" && (first.seen === true || second.kind === "unmoved") ? first : second;
}

/**
 * One look at the chain, by the second node where the first fails. That a payment never moved takes both, and that it has
 * either one: what is served for it is looked for by both afterwards (trust/look.ts).
 */
export async function lookInTurn(
  [first, second]: readonly string[],
  look: Look,
  ask: AskNode,
): Promise<OnChain> {
  const { signal } = look;
  if (first === undefined) return { kind: "open", unread: true, why: "no node of this chain is set" };
  if (second === undefined) return ask(rpcClient(first, signal), look);
  const found = await ask(rpcClient(first, timeoutSignal(FIRST_OF_TWO_MS)), look).catch(unread);
  const other = rpcClient(second, signal);
  if (found.kind === "open" && found.unread === true) {
    log.warn("node_failed", { why: found.why });
    return ask(other, look);
  }
  if (found.kind === "moved") return found;
  if (look.leaveProof === undefined) return secondLook(other, found, look, ask);
  return found.kind === "unmoved" ? secondProof(other, found, look, ask) : found;
}
