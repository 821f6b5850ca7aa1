import type { Hex } from "viem";
import { encodeFunctionData } from "viem/utils";
import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { describe } from "@/lib/http/log";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { registeredIn, topicsOfOwner } from "../erc8004/events";
import { balanceOf, gasOf, logsOf, ownerOf, registryNode, tokenUriOf } from "../erc8004/node";
import { type Registry, registry, REGISTRY_ABI } from "../erc8004/registry";
import { requireEvmAddress } from "../erc8004/require-evm-address";
import { type Agent, linksOf } from "../record";
import { requireAgent } from "../require-agent";
import type { prepareLinkEntry } from "./entry";

type Existing = NonNullable<AnswerOf<typeof prepareLinkEntry>["existing"]>;

/** Most of a wallet's tokens that are looked at, the newest first. */
const MOST_TOKENS = 20;

/** Throws ApiError 503 where the agent URI does not answer: a token that names it would lead nowhere. */
async function requireResolves(url: string, signal: AbortSignal): Promise<void> {
  const refuse = (cause: string): never => {
    throw new ApiError(
      "data_unavailable",
      "The agent's registration file does not answer at its public address, so nothing should name it. Ask again later.",
      { headers: retryAfter(60), cause: new Error(cause) },
    );
  };
  const response = await fetch(url, { redirect: "manual", signal, cache: "no-store" }).catch(
    (error: unknown) => refuse(describe(error)),
  );
  await response.body?.cancel();
  if (response.status !== 200 && response.status !== 429) refuse(`HTTP ${response.status}`); // 429 answers, too
}

/** The token by which the agent is linked here; null where it is not, or that is its own no more. */
const linkedToken = ({ tokenId, tokenRegistry, tokenMoved }: Agent, of: Registry): string | null =>
  tokenId === undefined || tokenRegistry !== of.id || tokenMoved !== undefined ? null : tokenId;

/** The token that the agent's wallet holds already: the linked one before others that name it, and those before the rest; null for none. */
async function existingOf(
  callRpc: RpcClient,
  of: Registry,
  owner: Hex,
  agent: Agent,
): Promise<Existing | null> {
  if ((await balanceOf(callRpc, of, owner)) === 0n) return null;
  const logs = await logsOf(callRpc, of, topicsOfOwner(owner));
  if (logs === null)
    return { agentId: null, txHash: null, agentUri: null, isThisAgent: false, linked: false };
  const [url, linked] = [linksOf(agent.id).registrationUrl, linkedToken(agent, of)];
  const tokens = await Promise.all(
    registeredIn(logs)
      .slice(-MOST_TOKENS)
      .map(async ({ log, registered: { agentId } }) => ({
        agentId,
        txHash: log.transactionHash ?? null,
        holder: await ownerOf(callRpc, of, agentId),
        agentUri: await tokenUriOf(callRpc, of, agentId),
      })),
  );
  const held = tokens.filter(({ holder }) => holder?.toLowerCase() === owner.toLowerCase()).reverse();
  const isLinked = ({ agentId }: { agentId: bigint }): boolean => String(agentId) === linked;
  const one = held.find(isLinked) ?? held.find(({ agentUri }) => agentUri === url) ?? held[0];
  if (one === undefined) return null; // it was given the token, and has registered none
  const { agentId, txHash, agentUri } = one;
  return {
    ...{ agentId: String(agentId), txHash, agentUri },
    ...{ isThisAgent: agentUri === url, linked: isLinked(one) },
  };
}

function messageFor(existing: Existing | null): string {
  if (existing === null)
    return "Have the agent's wallet send this call, then send the transaction's hash by POST to this address.";
  if (existing.linked) return "The agent is linked to this token. There is nothing to do.";
  if (existing.isThisAgent)
    return "The wallet has registered this agent already: don't register it twice. Send the hash of that transaction by POST to this address.";
  if (existing.agentId === null)
    return "The wallet holds an agent of the registry already, and the node can't tell which: look at the explorer. Don't register it twice.";
  return "The wallet holds an agent of the registry already, and registering another is the usual mistake. If that token is to be this agent, point it here with setAgentURI, then send the hash of the transaction that registered it by POST.";
}

/** `GET /api/agent-identity-erc8004`. Throws ApiError 400, 404 and 503. */
export const prepareLink: Handler<typeof prepareLinkEntry> = async ({ id }, { signal }) => {
  const agent = await requireAgent(id);
  const from = requireEvmAddress(agent);
  const of = registry();
  const { registrationUrl } = linksOf(id);
  const callRpc = env().EVM_RPC_URL === undefined ? null : await registryNode(of, signal);
  await requireResolves(registrationUrl, signal);
  const existing = callRpc && (await existingOf(callRpc, of, from, agent));
  const data = encodeFunctionData({ abi: REGISTRY_ABI, functionName: "register", args: [registrationUrl] });
  return {
    answer: {
      ...{ ok: true, chainId: of.chainId, agentRegistry: of.id, registrationUrl, explorer: of.explorer },
      call:
        existing === null
          ? {
              ...{ chainId: of.chainId, to: of.address, data, value: "0x0", from },
              function: "register(string)",
              ...{
                args: [registrationUrl],
                gas: callRpc && (await gasOf(callRpc, { from, to: of.address, data })),
              },
            }
          : null,
      existing,
      message: messageFor(existing),
    },
    effects: [],
  };
};
