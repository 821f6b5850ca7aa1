import type { Effect } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { sleep } from "@/lib/time";
import { type Agent, isProved, readAgents } from "./record";
import { watchLinks } from "./watch-links";

/** How many UTC days back a peer's calls count, today's with them. */
const DAYS = 7;
const DAY_MS = 86_400_000;
/** A day's list is of no use after that, wherever a clock stands. */
const KEPT_SEC = (DAYS + 1) * 86_400;
/** How long an instance keeps the list: as the mesh keeps its own. */
const KEPT_MS = 30_000;
/** Looked at most of each day, and named at most in all. */
const [READ, NAMED] = [20, 3];
/** No sale waits longer for them. */
const LOOK_MS = 500;

/** Whether others may be sent to an agent: what a crowd of made-up ones can't have for nothing. */
const isPeer = (agent: Agent): boolean =>
  isProved(agent) && agent.tokenId !== undefined && agent.tokenMoved === undefined;

/** The UTC days that count, newest first. */
const daysTo = (now: Date): string[] =>
  Array.from({ length: DAYS }, (_, back) =>
    new Date(now.getTime() - back * DAY_MS).toISOString().slice(0, 10),
  );

/** Of those days, the ones on which the agent's own wallet paid for a call. */
const paidDays = ({ paidOn = "" }: Agent, counting: readonly string[]): string[] => {
  const paid = new Set(paidOn.split(" "));
  return counting.filter((day) => paid.has(day));
};

/**
 * Notes that a linked agent's own wallet paid for a call: the day, and the day's list. Its place there is the number of days so
 * far and a lot, which is drawn by the day's first call and stays: to call again moves nobody.
 */
export function notePeer(agent: Agent, now: Date): Effect[] {
  if (!isPeer(agent)) return [];
  const [today = "", ...before] = daysTo(now);
  const paid = [today, ...paidDays(agent, before)];
  const list = keys.agentPeers(today);
  return [
    { command: ["HSET", keys.agent(agent.id), "paidOn", paid.join(" ")] },
    { command: ["ZADD", list, "NX", String(paid.length + Math.random()), agent.id] },
    { command: ["EXPIRE", list, String(KEPT_SEC)] },
  ];
}

/** The lots of a day's first agents, by id: of those with the most days. */
function lotsIn(reply: unknown): [id: string, lot: number][] {
  const flat = Array.isArray(reply) ? reply.map(String) : [];
  return flat.flatMap((id, at) => (at % 2 === 0 ? [[id, Number(flat[at + 1]) % 1] as [string, number]] : []));
}

/** The first of each wallet's agents: who has several shows one. */
function onePerWallet(agents: readonly Agent[]): Agent[] {
  const taken = new Set<string>();
  return agents.filter(({ solAddress, solProvedAt, evmAddress, evmProvedAt }) => {
    const wallets = [solProvedAt === undefined ? [] : solAddress, evmProvedAt === undefined ? [] : evmAddress]
      .flat()
      .filter((wallet) => wallet !== undefined);
    const isNew = wallets.every((wallet) => !taken.has(wallet));
    for (const wallet of wallets) taken.add(wallet);
    return isNew;
  });
}

async function readPeers(now: Date): Promise<Agent[]> {
  const counting = daysTo(now);
  const lists = await fromLedger(
    Promise.resolve().then(() => {
      const pipeline = ledgerStore().pipeline();
      for (const day of counting)
        pipeline.zrange(keys.agentPeers(day), 0, READ - 1, { rev: true, withScores: true });
      return pipeline.exec<unknown[]>();
    }),
  );
  const lots = new Map(lists.toReversed().flatMap(lotsIn)); // the latest day's stands
  const agents = (await readAgents([...lots.keys()])).filter((agent) => agent !== null).filter(isPeer);
  const placeOf = (agent: Agent): number => paidDays(agent, counting).length + (lots.get(agent.id) ?? 0);
  const places = new Map(agents.map((agent) => [agent, placeOf(agent)]));
  const ranked = agents.toSorted((a, b) => (places.get(b) ?? 0) - (places.get(a) ?? 0));
  const named = onePerWallet(ranked).slice(0, NAMED);
  for (const agent of named) watchLinks(agent); // a token that was sold is noticed though nobody opens its card
  return named;
}

let known: { at: number; peers: readonly Agent[] } | undefined;

/**
 * Agents that others may be sent to, at most three: with a proved wallet, a token that is still theirs, and a call of the last
 * seven UTC days that they paid. Those first that paid on the most of these days, which nobody can have at once; among equals
 * the lot decides, anew each day. None where they can't be read in time.
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
