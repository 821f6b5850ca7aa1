import { env } from "@/lib/env";
import type { Handler, HandlerResult, Reservation } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { invalidRequest } from "@/lib/http/body";
import { keys } from "@/lib/store/keys";
import { changeAgent, changeWith, findForChange, hasForgotten } from "../changes";
import { registryNode } from "../erc8004/node";
import { type Registry, registry } from "../erc8004/registry";
import { requireEvmAddress } from "../erc8004/require-evm-address";
import { REFUSALS, type Verified, verifyLink } from "../erc8004/verify";
import { type Agent, linksOf } from "../record";
import { unknownAgent } from "../require-agent";
import { profileOf } from "../view";
import type { VerifyLinkAnswer } from "./answer";
import type { verifyLinkEntry } from "./entry";

const FORGOTTEN =
  " Of what stood there before anybody had proved to be its owner, no name and no description stays: send yours to POST /api/agent-identity with SIGN-IN-WITH-X.";

/** Seconds until a young transaction is worth another look. */
const LOOK_AGAIN_SEC = "5";

type Result = HandlerResult<VerifyLinkAnswer>;

/** What is answered where nothing is linked. Throws ApiError 404 for a transaction that nobody knows. */
function notLinked(verified: Exclude<Verified, { kind: "linked" }>, { chainId }: Registry): Result {
  if (verified.kind === "unknown")
    throw new ApiError(
      "not_found",
      `No transaction of this hash is known on eip155:${chainId}. If it was sent just now, ask again in a minute.`,
    );
  if (verified.kind === "pending")
    return {
      answer: {
        ...{ ok: false, state: "pending", confirmations: verified.depth },
        message: `The transaction is held by ${verified.depth} blocks, and ${env().AGENT_LINK_CONFIRMATIONS} are wanted. Send the same request again.`,
      },
      ...{ effects: [], status: 202, headers: { "retry-after": LOOK_AGAIN_SEC } },
    };
  const { why } = verified;
  return {
    answer: { ok: false, state: "refused", reason: why, message: REFUSALS[why] },
    ...{ effects: [], status: 422 },
  };
}

/** The token, which is one agent's for good. */
const tokenOf = (of: Registry, tokenId: string, id: string): Reservation => ({
  key: keys.agentToken(of.id, tokenId),
  value: id,
  taken: `Token ${tokenId} is linked to another agent.`,
});

/** Throws ApiError 409 where the agent is linked to another token that is still its own. */
function requireFree({ tokenId, tokenMoved }: Agent, wanted: string): void {
  if (tokenId !== undefined && tokenId !== wanted && tokenMoved === undefined)
    throw new ApiError("already_taken", `The agent is linked to token ${tokenId} already.`);
}

/**
 * `POST /api/agent-identity-erc8004`. Answers 202 and 422 as its entry says. Throws ApiError 400, 404, 409, 429 and 503.
 */
export const linkOnChain: Handler<typeof verifyLinkEntry> = async ({ id, txHash, chainId }, context) => {
  const of = registry();
  if (chainId !== undefined && chainId !== of.chainId)
    throw invalidRequest([
      { path: "chainId", message: `is another chain's; agents are linked on ${of.chainId}` },
    ]);
  const found = await findForChange(id, null, context);
  if (found.agent === null) throw unknownAgent();
  const evmAddress = requireEvmAddress(found.agent);
  const callRpc = await registryNode(of, context.signal);
  const verified = await verifyLink(callRpc, of, {
    ...{ txHash, evmAddress, url: linksOf(id).registrationUrl },
    confirmations: env().AGENT_LINK_CONFIRMATIONS,
  });
  if (verified.kind !== "linked") return notLinked(verified, of);
  const tokenId = String(verified.agentId);
  requireFree(found.agent, tokenId);
  const { agent, effects } = changeAgent(found.agent, {
    ...(found.agent.tokenId !== tokenId && { tokenId, tokenRegistry: of.id, tokenTx: txHash.toLowerCase() }),
    ...(found.agent.tokenMoved !== undefined && { tokenMoved: "" }),
    ...(found.agent.evmProvedAt === undefined && { evmProvedAt: context.now.getTime() }),
  });
  const answer: VerifyLinkAnswer = {
    ...{ ok: true, state: "linked", agent: profileOf(agent) },
    message: `The agent is linked to token ${tokenId}.${hasForgotten(found.agent, agent) ? FORGOTTEN : ""}`,
  };
  if (effects.length === 0) return { answer, effects };
  const change = changeWith(found, effects);
  return { answer, effects: change.effects, reserve: [tokenOf(of, tokenId, id), ...change.reserve] };
};
