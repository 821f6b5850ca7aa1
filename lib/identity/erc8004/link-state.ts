import { timeoutSignal } from "@/lib/time";
import { type Agent, type AgentChange, linksOf } from "../record";
import { registryNode } from "./node";
import { registry } from "./registry";
import { holdsLink } from "./verify";

const LOOK_MS = 5_000;

/** Looks whether a linked token is still the agent's: what is to be written where that changed. Throws where no node tells. */
export async function lookAtToken(agent: Agent): Promise<AgentChange> {
  const { id, tokenId, tokenRegistry, tokenMoved, evmAddress } = agent;
  const of = registry();
  if (tokenId === undefined || evmAddress === undefined || tokenRegistry !== of.id) return {};
  const callRpc = await registryNode(of, timeoutSignal(LOOK_MS));
  const url = linksOf(id).registrationUrl;
  const isMoved = (await holdsLink(callRpc, of, { agentId: BigInt(tokenId), url, evmAddress })) !== "holds";
  return isMoved === (tokenMoved !== undefined) ? {} : { tokenMoved: isMoved ? "1" : "" };
}
