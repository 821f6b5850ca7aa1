import type { CallContext, Effect } from "@/lib/handler";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { sleep } from "@/lib/time";
import { AGENT_ID } from "./limits/vocabulary";
import { walletOf } from "./own-proof";
import { notePeer } from "./peers";
import { type Agent, readAgents } from "./record";

/** No sale waits longer than its own answer takes, and this. */
const LOOK_MS = 500;

/** The agent that a call names, null where nobody is registered so, or nothing can be read: a sale does not hang on it. */
export async function namedAgent(id: string): Promise<Agent | null> {
  if (!AGENT_ID.test(id)) return null;
  const look = readAgents([id]).then(
    ([agent]) => agent ?? null,
    (error: unknown) => {
      log.warn("agent_not_read", { why: describe(error) });
      return null;
    },
  );
  return Promise.race([look, sleep(LOOK_MS).then(() => null)]);
}

/** Whether a wallet is one of the agent's that proved itself. */
const isOwn = (agent: Agent, payer: string): boolean => {
  const wallet = walletOf(agent, { address: payer });
  return wallet !== null && agent[`${wallet}ProvedAt`] !== undefined;
};

/** What a sale notes of the agent that its caller named: the payment's own record, and the day, where the agent's wallet paid. */
function notesOf(agent: Agent, { key, payer }: NonNullable<CallContext["payment"]>, now: Date): Effect[] {
  const day = now.toISOString().slice(0, 10);
  return [
    { command: ["HSET", keys.payment(key), "agent", agent.id] },
    ...(isOwn(agent, payer)
      ? [{ command: ["HSET", keys.agent(agent.id), "lastSeen", day] } as const, ...notePeer(agent, now)]
      : []),
  ];
}

/** What a sale notes of the agent that its caller names by `id`: nothing where that is nobody's. Never rejects. */
export async function saleNotes(
  id: string,
  payment: NonNullable<CallContext["payment"]>,
  now: Date,
): Promise<Effect[]> {
  const agent = await namedAgent(id);
  return agent === null ? [] : notesOf(agent, payment, now);
}
