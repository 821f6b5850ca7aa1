import { describe, log } from "@/lib/http/log";
import { keepAlive } from "@/lib/http/keep-alive";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { lookAtToken } from "./erc8004/link-state";
import { type Agent, type AgentChange, withChange } from "./record";
import { newlyVerified } from "./sap";
import { lookAtSap } from "./sap-account";

/** How long an instance believes what it saw of an agent's links. */
const BELIEVED_MS = 10 * 60_000;
const MOST_REMEMBERED = 1_000;

const looked = new Map<string, number>();

const orNothing = (look: Promise<AgentChange>): Promise<AgentChange> =>
  look.catch((error: unknown) => {
    log.warn("link_not_looked_at", { why: describe(error) });
    return {};
  });

/** Looks at what both chains hold, and writes down what changed. */
async function look(agent: Agent): Promise<void> {
  const { id, sapWallet, sapAgentPda } = agent;
  const [token, sap] = await Promise.all([
    orNothing(lookAtToken(agent)),
    sapWallet === undefined || sapAgentPda === undefined ? {} : lookAtSap({ sapWallet, sapAgentPda }, agent),
  ]);
  const change = { ...token, ...sap };
  if (Object.keys(change).length === 0) return;
  const pipeline = ledgerStore().pipeline();
  pipeline.hset(keys.agent(id), change);
  const pda = newlyVerified(withChange(agent, change), agent);
  if (pda !== null) pipeline.set(keys.agentSap(pda), id);
  await pipeline.exec();
}

/** In the background of a look at a linked agent, at most once in ten minutes an instance: nobody waits for a chain. */
export function watchLinks(agent: Agent): void {
  const at = now();
  if (agent.tokenId === undefined && agent.sapAgentPda === undefined) return;
  if (at - (looked.get(agent.id) ?? -Infinity) < BELIEVED_MS) return;
  if (looked.size >= MOST_REMEMBERED) looked.clear();
  looked.set(agent.id, at);
  keepAlive(look(agent).catch((error: unknown) => log.warn("link_not_written", { why: describe(error) })));
}
