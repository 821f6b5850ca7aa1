import type { AnswerOf } from "@/lib/catalog/define";
import type { Signal } from "@/lib/catalog/intel/signals";
import { activePeers } from "@/lib/identity/peers";
import { type Agent, linksOf } from "@/lib/identity/record";
import { erc8004Of } from "@/lib/identity/view";
import type { a2aPipelineEntry } from "./entry";
import { BIAS } from "./handoff";

type Delegate = AnswerOf<typeof a2aPipelineEntry>["a2a"]["delegate"][number];
export type PeerDelegate = Extract<Delegate, { agent: string }>;

const WHY =
  "Takes part here itself: a proved wallet, a token in ERC-8004's registry that is still its own, and a call of the last week that it paid. Hand it the handoff line as it is. Nothing is said of what it makes of it; its card is its own words.";

/** By its id and addresses alone: an agent's name is a stranger's text, and this is read by whoever bought the answer. */
function delegateTo(agent: Agent): PeerDelegate[] {
  const { erc8004 } = erc8004Of(agent);
  return erc8004 === undefined
    ? []
    : [{ agent: agent.id, cardUrl: linksOf(agent.id).cardUrl, erc8004, why: WHY }];
}

/** Those that fit a signal: without a bias there is nothing to hand over. */
export const fitting = (signal: Signal, peers: readonly PeerDelegate[]): readonly PeerDelegate[] =>
  BIAS[signal] === "none" ? [] : peers;

/** Peers to which a handoff may go. */
export const peersToNow = async (now: Date): Promise<PeerDelegate[]> =>
  (await activePeers(now)).flatMap(delegateTo);
