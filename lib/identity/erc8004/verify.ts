import type { RpcClient } from "@/lib/chains/json-rpc";
import { isMinted, isOf, type Registered, registeredIn } from "./events";
import { depthOf, ownerOf, receiptOf, tokenUriOf } from "./node";
import type { Registry } from "./registry";

/** Why a transaction does not link an agent, though it can be read. */
export const REFUSALS = {
  reverted: "The transaction was reverted: it registered nothing.",
  not_the_registry:
    "No event of it is the registry's. Another contract may say the same words; only the registry's count.",
  other_uri:
    "It registers nothing whose agent URI is this agent's registration file, and nothing of its wallet names that file now.",
  several:
    "It registers several tokens for this agent. Point all but one elsewhere (setAgentURI), and send it again.",
  not_minted: "The registry minted no token to the owner that the event names.",
  other_owner: "The token was registered by another wallet than the agent's evmAddress.",
  moved: "The agent's wallet does not hold the token any more.",
  uri_changed: "The token names another registration file by now.",
} as const;
export type Refusal = keyof typeof REFUSALS;

/** What a transaction shows of an agent's registration. */
export type Verified =
  | { kind: "linked"; agentId: bigint }
  | { kind: "unknown" }
  | { kind: "pending"; depth: number }
  | { kind: "refused"; why: Refusal };

interface Asked {
  txHash: string;
  /** The agent's registration file. */
  url: string;
  evmAddress: string;
  confirmations: number;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Most registrations of a transaction whose present URI is asked for, where their events don't name the file. */
const MOST_ASKED = 16;

/**
 * The registrations that are for the agent: those whose event names its file, else those of its wallet whose token names it
 * now, as `register()` and a later `setAgentURI` leave it.
 */
async function candidates(
  callRpc: RpcClient,
  of: Registry,
  all: readonly Registered[],
  { url, evmAddress }: Asked,
): Promise<Registered[]> {
  const named = all.filter(({ agentUri }) => agentUri === url);
  if (named.length > 0) return named;
  const own = all.filter(({ owner }) => same(owner, evmAddress)).slice(0, MOST_ASKED);
  const uris = await Promise.all(own.map(({ agentId }) => tokenUriOf(callRpc, of, agentId)));
  return own.filter((_, at) => uris[at] === url);
}

const refused = (why: Refusal): Verified => ({ kind: "refused", why });

/**
 * Whether a transaction registered the agent in the registry, and the token is still its wallet's and names its file. The sender
 * of the transaction counts for nothing: smart accounts are sent by others. Throws ApiError 503 for a node that fails.
 */
export async function verifyLink(callRpc: RpcClient, of: Registry, asked: Asked): Promise<Verified> {
  const receipt = await receiptOf(callRpc, asked.txHash);
  if (receipt === null) return { kind: "unknown" };
  if (receipt === "pending") return { kind: "pending", depth: 0 };
  const depth = await depthOf(callRpc, receipt);
  if (depth < asked.confirmations) return { kind: "pending", depth };
  if (receipt.status !== 1n) return refused("reverted");
  const fromRegistry = registeredIn(receipt.logs.filter((log) => isOf(of, log)));
  if (fromRegistry.length === 0) return refused("not_the_registry");
  const all = fromRegistry.map(({ registered }) => registered);
  const found = await candidates(callRpc, of, all, asked);
  const [one] = found;
  if (one === undefined) return refused("other_uri");
  if (found.length > 1) return refused("several");
  if (!isMinted(of, receipt.logs, one)) return refused("not_minted");
  if (!same(one.owner, asked.evmAddress)) return refused("other_owner");
  const held = await holdsLink(callRpc, of, { ...asked, agentId: one.agentId });
  return held === "holds" ? { kind: "linked", agentId: one.agentId } : refused(held);
}

/** Whether a linked token is still the agent's wallet's, and names its file. */
export async function holdsLink(
  callRpc: RpcClient,
  of: Registry,
  { agentId, url, evmAddress }: Pick<Asked, "url" | "evmAddress"> & { agentId: bigint },
): Promise<"holds" | "moved" | "uri_changed"> {
  const [owner, uri] = await Promise.all([ownerOf(callRpc, of, agentId), tokenUriOf(callRpc, of, agentId)]);
  if (owner === null || !same(owner, evmAddress)) return "moved";
  return uri === url ? "holds" : "uri_changed";
}
