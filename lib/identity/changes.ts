import { env } from "@/lib/env";
import type { Effect, Reservation } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { randomHex } from "@/lib/http/digest";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import type { WalletProof } from "@/lib/payments/wallet-proof/read";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { type NetworkTags, networkTags } from "./network-tags";
import { listVerified, placeOf } from "./listing";
import { defaultName } from "./names";
import { type Agent, type AgentChange, isProved, parseAgent, withChange, writeAgent } from "./record";
import { newlyVerified } from "./sap";

/** What a network may have changed within an hour, in hourly limits of one address. */
const ADDRESSES = 5;

const HOUR_MS = 3_600_000;
const NETWORK_KEPT_SEC = 2 * 86_400;
/** Longer than any call may take from its look to its writes. */
const RACE_SEC = 60;
/** Longer than any sign-in is good for. */
const PROOF_KEPT_SEC = 600;

/** What a call that changes an agent finds before it decides. */
export interface Found {
  agent: Agent | null;
  id: string;
  now: Date;
  tags: NetworkTags;
  proof: WalletProof | null;
  /** How often callers of this network changed anything today: whoever changes next does so from this number. */
  turn: number;
  /** Changes of this hour, by the network and by the address. */
  hourly: { network: number; address: number };
  /** The network's unproved newcomers that are listed, newest first. */
  listed: readonly string[];
}

const hourOf = (now: Date): string => now.toISOString().slice(11, 13);

/** Reads all that in one round trip. Throws ApiError 503, and 400 for a sign-in that was used before. */
export async function findForChange(
  id: string,
  proof: WalletProof | null,
  { headers, now }: { headers: Headers; now: Date },
): Promise<Found> {
  const tags = await networkTags(headers, now);
  const hour = hourOf(now);
  const [record, counts, used] = await fromLedger(
    Promise.resolve().then(() => {
      const pipeline = ledgerStore().pipeline();
      pipeline.hgetall(keys.agent(id));
      pipeline.hmget(keys.agentNetwork(tags.network), "turn", hour, `${hour}:${tags.address}`, "listed");
      if (proof !== null) pipeline.get(keys.proofNonce(proof.address, proof.nonce));
      return pipeline.exec<unknown[]>();
    }),
  );
  if (typeof used === "string")
    throw new ApiError(
      "invalid_request",
      "SIGN-IN-WITH-X was used before; sign a message with a fresh nonce.",
    );
  const [turn, network, address, listed] = Array.isArray(counts) ? counts : [];
  return {
    ...{ id, now, tags, proof, agent: parseAgent(id, record), turn: Number(turn ?? 0) },
    hourly: { network: Number(network ?? 0), address: Number(address ?? 0) },
    listed: typeof listed === "string" ? listed.split(" ").filter(Boolean) : [],
  };
}

/** Throws ApiError 429 where the caller's address or network has written its share of the hour. */
export function requireRoom({ hourly, now }: Found): void {
  const limit = env().AGENT_HOURLY_LIMIT;
  const left = HOUR_MS - (now.getTime() % HOUR_MS);
  const refuse = (whose: string, most: number): never => {
    throw new ApiError(
      "rate_limited",
      `${whose} has registered or changed ${most} agents within this hour. Nothing was changed. Wait as Retry-After says.`,
      { headers: retryAfter(left / 1000) },
    );
  };
  if (hourly.address >= limit) refuse("Your address", limit);
  if (hourly.network >= limit * ADDRESSES) refuse("Your network", limit * ADDRESSES);
}

export interface Change {
  effects: readonly Effect[];
  reserve: readonly Reservation[];
}

/** Taken by one call of those that found the same; the others look again. */
const race = (key: string, what: string, ttlSec = RACE_SEC): Reservation => ({
  ...{ key, value: randomHex(8), ttlSec, again: true },
  taken: `${what} Send the same request again.`,
});

/**
 * What every change brings along: it is counted, it follows on what was found, and its sign-in is used up. Changes from
 * one network come one after the other, so that neither the counts nor the list can be outrun. Throws ApiError 429.
 */
export function changeWith(found: Found, effects: readonly Effect[]): Change {
  requireRoom(found);
  const { tags, now, turn, proof, agent, id } = found;
  const key = keys.agentNetwork(tags.network);
  const hour = hourOf(now);
  const count = (field: string): Effect => ({ command: ["HINCRBY", key, field, "1"] });
  return {
    effects: [
      ...effects,
      ...[count("turn"), count(hour), count(`${hour}:${tags.address}`)],
      { command: ["EXPIRE", key, String(NETWORK_KEPT_SEC)] },
    ],
    reserve: [
      ...(proof === null
        ? []
        : [race(keys.proofNonce(proof.address, proof.nonce), "This sign-in is being used.", PROOF_KEPT_SEC)]),
      ...(agent === null ? [race(keys.agentMaking(id), "This agent is being registered.")] : []),
      race(keys.agentTurn(tags.network, turn), "Many agents of your network are written at the moment."),
    ],
  };
}

/** Has the file of a SAP account be an agent's, from the moment at which its link is verified. */
export function listSap(agent: Agent, before?: Agent): Effect[] {
  const pda = newlyVerified(agent, before);
  return pda === null ? [] : [{ command: ["SET", keys.agentSap(pda), agent.id] }];
}

/**
 * What a change makes of an agent's words. Whoever came first has named it; of that nothing stays with the first proof but what
 * its owner says again.
 */
function wordsOf(before: Agent, isNowProved: boolean, asked: AgentChange): AgentChange {
  const said: Pick<Agent, "name" | "description"> = isNowProved ? { name: defaultName(before) } : before;
  const { name = said.name, description = said.description ?? "" } = asked;
  return {
    ...(name !== before.name && { name }),
    ...(description !== (before.description ?? "") && { description }),
  };
}

/** Whether a change took words away that nobody had proved to be the owner's. */
export const hasForgotten = (before: Agent, after: Agent): boolean =>
  isProved(after) &&
  !isProved(before) &&
  (before.name !== after.name || before.description !== after.description);

/**
 * An agent with a change, and the effects that write it: none where nothing changes. Its first proof lists it anew, and takes
 * the words of whoever came before from it.
 */
export function changeAgent(before: Agent, asked: AgentChange): { agent: Agent; effects: readonly Effect[] } {
  const isNowProved = isProved(withChange(before, asked)) && !isProved(before);
  const { name: _name, description: _description, ...others } = asked;
  const change = { ...wordsOf(before, isNowProved, asked), ...others };
  if (Object.keys(change).length === 0) return { agent: before, effects: [] };
  const agent = withChange(before, change);
  const listed = isNowProved ? listVerified(placeOf(agent.registeredAt, agent.id)) : [];
  return { agent, effects: [writeAgent(agent.id, change), ...listed, ...listSap(agent, before)] };
}
