import { address, getAddressEncoder, getProgramDerivedAddress, isAddress } from "@solana/kit";
import { ApiError } from "@/lib/http/api-error";
import { invalidRequest } from "@/lib/http/body";
import type { AddressPair } from "./agent-id";
import type { Agent } from "./record";

// kit's key derivation asks for a secure context, which the edge runtime is but does not say.
globalThis.isSecureContext ??= true;

/** Synapse Agent Protocol, at the same address on every cluster. */
const PROGRAM = address("SAPpUhsWLJG1FfkGRcXagEDMrMsWGjbky7AyhGpFETZ");

/** The account of a wallet's agent in that registry. */
export async function sapAgentPdaOf(wallet: string): Promise<string> {
  const seeds = ["sap_agent", getAddressEncoder().encode(address(wallet))];
  const [pda] = await getProgramDerivedAddress({ programAddress: PROGRAM, seeds });
  return pda;
}

export interface SapLink {
  sapWallet: string;
  sapAgentPda: string;
}

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

/** Whether the link is shown to be the agent's: by a proof of its own wallet, or of both wallets for this very link. */
export const isSapVerified = ({ sapWallet, solAddress, solProvedAt, sapProof }: Agent): boolean =>
  sapWallet !== undefined && (sapProof === "both" || (sapWallet === solAddress && solProvedAt !== undefined));

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
    return agent.sapProof === "both" ? {} : { sapProof: "both" };
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
