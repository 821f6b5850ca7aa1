import type { Effect } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { sleep } from "@/lib/time";
import { type Agent, isProved, readAgents } from "./record";
import { watchLinks } from "./watch-links";

/** How lately a peer must have paid for a call here itself. */
const ACTIVE_MS = 7 * 86_400_000;
/** How long an instance keeps the list: as the mesh keeps its own. */
const KEPT_MS = 30_000;
/** Read at most, and named at most. */
const [READ, NAMED] = [20, 3];
/** No sale waits longer for them. */
const LOOK_MS = 500;

/** Whether others may be sent to an agent: what a crowd of made-up ones can't have for nothing. */
const isPeer = (agent: Agent): boolean =>
  isProved(agent) && agent.tokenId !== undefined && agent.tokenMoved === undefined;

/** Notes that a linked agent's own wallet paid for a call; those that have not for a week leave the list. */
export const notePeer = (agent: Agent, now: Date): Effect[] =>
  isPeer(agent)
    ? [
        { command: ["ZADD", keys.agentPeers(), String(now.getTime()), agent.id] },
        {
          command: ["ZREMRANGEBYSCORE", keys.agentPeers(), "-inf", String(now.getTime() - ACTIVE_MS)],
        },
      ]
    : [];

async function readPeers(now: Date): Promise<Agent[]> {
  const ids = await fromLedger(
    Promise.resolve().then(() =>
      ledgerStore().zrange<string[]>(keys.agentPeers(), "+inf", now.getTime() - ACTIVE_MS, {
        ...{ byScore: true, rev: true, offset: 0, count: READ },
      }),
    ),
  );
  const agents = await readAgents(ids);
  const named = agents
    .filter((agent) => agent !== null)
    .filter(isPeer)
    .slice(0, NAMED);
  for (const agent of named) watchLinks(agent); // a token that was sold is noticed though nobody opens its card
  return named;
}

let known: { at: number; peers: readonly Agent[] } | undefined;

/**
 * Agents that others may be sent to, at most three, those first that paid for a call last: with a proved wallet, a token that is
 * still theirs, and a call of the last week that they paid. None where they can't be read in time.
 */
export async function activePeers(now: Date): Promise<readonly Agent[]> {
  const at = now.getTime();
  if (known !== undefined && Math.abs(at - known.at) < KEPT_MS) return known.peers;
  const look = readPeers(now).then(
    (peers) => {
      known = { at, peers };
      return peers;
    },
    (error: unknown) => {
      log.warn("peers_not_read", { why: describe(error) });
      return [];
    },
  );
  return Promise.race([look, sleep(LOOK_MS).then(() => [])]);
}
