import { isAddress } from "@solana/kit";
import { ApiError } from "@/lib/http/api-error";
import { invalidRequest } from "@/lib/http/body";
import { solanaNodes } from "@/lib/chains/nodes";
import type { AddressPair } from "./agent-id";
import type { Agent } from "./record";
import { sapAccountOf, sapAgentPdaOf, type SapLink } from "./sap-account";

interface Asked {
  sapWallet?: string | undefined;
  sapAgentPda?: string | undefined;
}

/**
 * The link that is asked for, null where none is: its wallet (the agent's own where only the account is named) and the
 * account that follows from it. Throws ApiError 400 where the two don't fit.
 */
export async function readSapLink(
  { sapWallet, sapAgentPda }: Asked,
  { solAddress }: AddressPair,
): Promise<SapLink | null> {
  if (sapWallet === undefined && sapAgentPda === undefined) return null;
  const wallet = sapWallet ?? solAddress;
  if (wallet === undefined)
    throw invalidRequest([
      { path: "sapWallet", message: "is needed beside `sapAgentPda`, as the agent has no `solAddress`" },
    ]);
  if (!isAddress(wallet))
    throw invalidRequest([
      { path: "sapWallet", message: "is no Solana address: the base58 of 32 bytes is wanted" },
    ]);
  const derived = await sapAgentPdaOf(wallet);
  if (sapAgentPda !== undefined && sapAgentPda !== derived)
    throw invalidRequest([
      { path: "sapAgentPda", message: `is not that wallet's; the registry keeps it at ${derived}` },
    ]);
  return { sapWallet: wallet, sapAgentPda: derived };
}

/** Whether the chain speaks for a link: by an account that is the wallet's agent, or where no node is there to be asked. */
function isOnChain(agent: Agent): boolean {
  const account = sapAccountOf(agent);
  return account === "unread" ? solanaNodes().length === 0 : account === "found" || account === "named";
}

/**
 * Whether the link is shown to be the agent's: its account is there, and names the agent's own registration file, or the
 * agent's wallet is the link's and proved itself, or both wallets proved this very link.
 */
export const isSapVerified = (agent: Agent): boolean =>
  agent.sapWallet !== undefined &&
  isOnChain(agent) &&
  (sapAccountOf(agent) === "named" ||
    agent.sapProof === "both" ||
    (agent.sapWallet === agent.solAddress && agent.solProvedAt !== undefined));

/** The account whose file is this agent's from now on, as its link is verified now and was not before; null for none. */
export const newlyVerified = (agent: Agent, before?: Agent): string | null =>
  isSapVerified(agent) &&
  !(before !== undefined && before.sapAgentPda === agent.sapAgentPda && isSapVerified(before))
    ? (agent.sapAgentPda ?? null)
    : null;

const notOwner = (message: string): ApiError => new ApiError("not_owner", message);

/**
 * What a link becomes by a call: the fields to write, none where nothing changes. `signer` is the wallet that proved
 * itself in it, and `ofPair` whether that is one of the agent's. Throws ApiError 403.
 */
export function linkSap(
  agent: Pick<Agent, "solAddress" | "sapWallet" | "sapProof">,
  link: SapLink,
  { signer, ofPair }: { signer: string | null; ofPair: boolean },
): { sapWallet?: string; sapAgentPda?: string; sapProof?: "agent" | "both" } {
  const isThere = agent.sapWallet === link.sapWallet;
  if (ofPair) return isThere && agent.sapProof !== undefined ? {} : { ...link, sapProof: "agent" };
  if (signer !== null) {
    if (signer !== link.sapWallet)
      throw notOwner("SIGN-IN-WITH-X is of a wallet that is neither the agent's nor `sapWallet`.");
    if (!isThere || agent.sapProof === undefined)
      throw notOwner(
        "Another wallet's link is set with a proof of the agent's own wallet first, then confirmed by its own.",
      );
    return agent.sapProof === "both" ? {} : { ...link, sapProof: "both" }; // all of it: another may be set at this moment
  }
  if (isThere) return {};
  if (agent.sapWallet !== undefined)
    throw notOwner(
      "The agent has another link. To change it, send SIGN-IN-WITH-X of one of the agent's wallets.",
    );
  if (link.sapWallet !== agent.solAddress)
    throw notOwner(
      "Without a proof only the agent's own `solAddress` can be linked. Send SIGN-IN-WITH-X of one of its wallets.",
    );
  return { ...link };
}
