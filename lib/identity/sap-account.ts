import {
  address,
  fixDecoderSize,
  getAddressDecoder,
  getAddressEncoder,
  getBytesDecoder,
  addDecoderSizePrefix,
  getOptionDecoder,
  getProgramDerivedAddress,
  getStructDecoder,
  getU32Decoder,
  getU8Decoder,
  getUtf8Decoder,
  unwrapOption,
} from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import { describe, log } from "@/lib/http/log";
import { finalizedAccount } from "@/lib/chains/finalized-account";
import { solanaNodes } from "@/lib/chains/nodes";
import type { ChainAccount } from "@/lib/chains/token-mint";
import { askInTurn } from "@/lib/solana-rpc/ask-nodes";
import { type Agent, linksOf } from "./record";
import { SAP_ACCOUNTS, type SapAccount } from "./vocabulary";

// kit's key derivation asks for a secure context, which the edge runtime is but does not say.
globalThis.isSecureContext ??= true;

/** Synapse Agent Protocol, at the same address on every cluster. */
export const SAP_PROGRAM = address("SAPpUhsWLJG1FfkGRcXagEDMrMsWGjbky7AyhGpFETZ");

/** The account of a wallet's agent in that registry. */
export async function sapAgentPdaOf(wallet: string): Promise<string> {
  const seeds = ["sap_agent", getAddressEncoder().encode(address(wallet))];
  const [pda] = await getProgramDerivedAddress({ programAddress: SAP_PROGRAM, seeds });
  return pda;
}

export interface SapLink {
  sapWallet: string;
  sapAgentPda: string;
}

/** The first 8 bytes of SHA-256 of `account:AgentAccount`: Anchor's mark of the account's type. */
const DISCRIMINATOR = "241,119,69,140,233,9,112,50";
const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder());
/** The account's beginning, by the program's published interface (Borsh); what follows is not read. */
const AgentAccount = getStructDecoder([
  ["discriminator", fixDecoderSize(getBytesDecoder(), 8)],
  ["bump", getU8Decoder()],
  ["version", getU8Decoder()],
  ["wallet", getAddressDecoder()],
  ["name", text],
  ["description", text],
  ["agentId", getOptionDecoder(text)],
  ["agentUri", getOptionDecoder(text)],
]);

function decoded(data: string) {
  try {
    return AgentAccount.decode(base64ToBytes(data));
  } catch {
    return null; // bytes of another form
  }
}

/** What an account is to a link. `url`: the agent's registration file. */
export function judgeSapAccount(account: ChainAccount | null, wallet: string, url: string): SapAccount {
  if (account === null) return "missing";
  const agent = account.owner === SAP_PROGRAM ? decoded(account.data) : null;
  if (agent === null || agent.discriminator.join() !== DISCRIMINATOR || agent.wallet !== wallet)
    return "other";
  return unwrapOption(agent.agentUri) === url ? "named" : "found";
}

/** What the chain held at the agent's account when it was last read; `unread` while no node told of that very account. */
export function sapAccountOf({ sapSeen, sapAgentPda }: Agent): SapAccount {
  const [seen, of] = sapSeen?.split(" ") ?? [];
  return (of === sapAgentPda && SAP_ACCOUNTS.find((one) => one === seen)) || "unread";
}

/**
 * Reads the account of a link for the agent `id`. Returns what is to be written to the agent's record: nothing where the
 * account is as it was, where no node is set, and where none answers. What was seen names the account, so that it never
 * speaks of a link that was made since.
 */
export async function lookAtSap(
  { sapWallet, sapAgentPda }: SapLink,
  { id, sapSeen: before }: Pick<Agent, "id" | "sapSeen">,
): Promise<{ sapSeen?: string }> {
  const nodes = solanaNodes();
  if (nodes.length === 0) return {};
  try {
    const account = await finalizedAccount(askInTurn(nodes), sapAgentPda);
    const sapSeen = `${judgeSapAccount(account, sapWallet, linksOf(id).registrationUrl)} ${sapAgentPda}`;
    return sapSeen === before ? {} : { sapSeen };
  } catch (error) {
    log.warn("sap_not_read", { why: describe(error) });
    return {};
  }
}
