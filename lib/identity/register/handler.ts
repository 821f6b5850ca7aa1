import { APPLIED_AT, type Effect, type Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { agentCardOf } from "../agent-card";
import { type AddressPair, agentIdOf, readPair } from "../agent-id";
import {
  changeAgent,
  changeWith,
  type Found,
  findForChange,
  hasForgotten,
  listSap,
  requireRoom,
} from "../changes";
import { listNewcomer, listVerified, placeOf } from "../listing";
import { defaultName, readDescription, readName } from "../names";
import { type OwnWallet, proved, readOwnProof, walletOf } from "../own-proof";
import { proofResourceAtOnce } from "../proof-resource";
import { type Agent, type AgentChange, isProved, linksOf, writeAgent } from "../record";
import { refuseSecrets } from "../refuse-secrets";
import { linkSap, readSapLink } from "../sap";
import { lookAtSap } from "../sap-account";
import { registerEntry } from "./entry";

/** What the caller wants said of the agent; left out where they don't say. */
interface Wishes {
  name?: string;
  description?: string;
}

/** An agent as the call leaves it, and what makes it so. */
interface Made {
  agent: Agent;
  effects: readonly Effect[];
}

/** A new agent: as claimed by anybody, with the wallet that proved itself in this call. */
function newAgent(
  found: Found,
  pair: AddressPair,
  wishes: Wishes,
  sap: AgentChange,
  wallet: OwnWallet | null,
): Made {
  const { id, now } = found;
  const record: Omit<Agent, "id"> = {
    ...{ name: wishes.name ?? defaultName(pair), registeredAt: now.getTime(), ...pair },
    ...(wishes.description ? { description: wishes.description } : {}),
    ...sap,
    ...proved({}, wallet, now),
  };
  const listed = wallet === null ? listNewcomer(found) : listVerified(placeOf(APPLIED_AT, id));
  const agent = { id, ...record };
  return { agent, effects: [writeAgent(id, record), ...listed, ...listSap(agent)] };
}

/** What a call makes of an agent that is there: nothing without a proof, but for a first link that is its own wallet's. */
function changed(before: Agent, wishes: Wishes, sap: AgentChange, wallet: OwnWallet | null, now: Date): Made {
  return changeAgent(before, {
    ...(wallet === null ? {} : wishes),
    ...sap,
    ...proved(before, wallet, now),
  });
}

/** What was done, for people and models. */
function messageOf(
  before: Agent | null,
  after: Agent,
  wallet: OwnWallet | null,
  wishes: Wishes,
  resource: string,
): string {
  const done =
    before === null
      ? "Registered."
      : wallet === null
        ? "This pair of addresses was registered before; its id is the same."
        : "This is the agent as you want it.";
  const ignored =
    before !== null &&
    wallet === null &&
    ((wishes.name ?? before.name) !== before.name ||
      (wishes.description ?? before.description) !== before.description)
      ? " Name and description stay as they are: only a proof changes them."
      : "";
  const forgotten =
    before !== null && hasForgotten(before, after)
      ? " Of what stood there before anybody had proved to be its owner, nothing stays but what you sent again."
      : "";
  const open = [
    after.solAddress !== undefined && after.solProvedAt === undefined && "solAddress",
    after.evmAddress !== undefined && after.evmProvedAt === undefined && "evmAddress",
  ].filter((field) => field !== false);
  const proof =
    open.length === 0
      ? " Every address is proved."
      : ` ${isProved(after) ? "Not proved yet" : "Nobody has proved to hold its wallets, so it is shown as unverified"}: to prove ${open.join(" and ")}, send this very body again with SIGN-IN-WITH-X of that wallet, whose resources hold ${resource}; one wallet a call.`;
  return `${done}${ignored}${forgotten}${proof}`;
}

/**
 * `POST /api/agent-identity`. Whoever names a pair of addresses registers it: that proves nothing, and changes nothing once it is
 * there. A wallet of the pair that signs in for this very request proves itself, and changes what the agent says of
 * itself. Throws ApiError 400 for addresses, texts and proofs, 403 for another's wallet, 429 and 503.
 */
export const registerAgent: Handler<typeof registerEntry> = async (input, { now, headers }) => {
  refuseSecrets(input);
  const pair = readPair(input);
  const wishes: Wishes = {
    ...(input.name !== undefined && { name: readName(input.name) }),
    ...(input.description !== undefined && { description: readDescription(input.description) }),
  };
  const [id, resource] = [agentIdOf(pair), proofResourceAtOnce(registerEntry, input)];
  const [proof, link] = await Promise.all([
    readOwnProof(registerEntry, input, { headers, now }),
    readSapLink(input, pair),
  ]);
  const wallet = walletOf(pair, proof);
  if (proof !== null && wallet === null)
    throw new ApiError(
      "not_owner",
      "SIGN-IN-WITH-X is of a wallet that is neither `solAddress` nor `evmAddress`.",
    );
  const found = await findForChange(id, proof, { headers, now });
  if (link !== null) requireRoom(found); // a node is asked about it
  const sap = link && {
    ...linkSap(found.agent ?? pair, link, { signer: null, ofPair: wallet !== null }),
    ...(await lookAtSap(link, found.agent ?? { id })),
  };
  const { agent, effects } =
    found.agent === null
      ? newAgent(found, pair, wishes, sap ?? {}, wallet)
      : changed(found.agent, wishes, sap ?? {}, wallet, now);
  return {
    answer: {
      ok: true,
      agent: { id, name: agent.name, ...linksOf(id) },
      card: await agentCardOf(agent),
      message: messageOf(found.agent, agent, wallet, wishes, resource),
    },
    ...(effects.length === 0 ? { effects } : changeWith(found, effects)),
  };
};
