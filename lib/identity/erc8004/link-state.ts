import { describe, log } from "@/lib/http/log";
import { keepAlive } from "@/lib/http/keep-alive";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now, timeoutSignal } from "@/lib/time";
import { type Agent, linksOf } from "../record";
import { registryNode } from "./node";
import { registry } from "./registry";
import { holdsLink } from "./verify";

/** How long an instance believes what it saw of an agent's token. */
const BELIEVED_MS = 10 * 60_000;
const LOOK_MS = 5_000;
const MOST_REMEMBERED = 1_000;

const looked = new Map<string, number>();

/** Looks whether a linked token is still the agent's, and writes down what changed. */
async function look({ id, tokenId, tokenRegistry, tokenMoved, evmAddress }: Agent): Promise<void> {
  const of = registry();
  if (tokenId === undefined || evmAddress === undefined || tokenRegistry !== of.id) return;
  const callRpc = await registryNode(of, timeoutSignal(LOOK_MS));
  const url = linksOf(id).registrationUrl;
  const isMoved = (await holdsLink(callRpc, of, { agentId: BigInt(tokenId), url, evmAddress })) !== "holds";
  if (isMoved === (tokenMoved !== undefined)) return;
  await ledgerStore().hset(keys.agent(id), { tokenMoved: isMoved ? "1" : "" });
}

/** In the background of a look at a linked agent, at most once in ten minutes an instance: nobody waits for the chain. */
export function watchLink(agent: Agent): void {
  const at = now();
  if (agent.tokenId === undefined || at - (looked.get(agent.id) ?? -Infinity) < BELIEVED_MS) return;
  if (looked.size >= MOST_REMEMBERED) looked.clear();
  looked.set(agent.id, at);
  keepAlive(look(agent).catch((error: unknown) => log.warn("link_not_looked_at", { why: describe(error) })));
}
