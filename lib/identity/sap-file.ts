import { isAddress } from "@solana/kit";
import { ApiError } from "@/lib/http/api-error";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { type Agent, isProved, linksOf, readAgents } from "./record";
import { isSapVerified } from "./sap";
import { descriptionOf, erc8004Of } from "./view";
import { watchLinks } from "./watch-links";

/**
 * The file by which SAP's SDK (MetaplexBridge) ties an asset's `AgentIdentity` to an account of its registry. It takes
 * `synapseAgent` and `authority` for the link; the other members are those that the SDK itself would write. Capabilities
 * and executives are kept by that registry alone, so there are none here.
 */
function sapFileOf(agent: Agent, now: Date) {
  const { profileUrl, cardUrl, registrationUrl } = linksOf(agent.id);
  return {
    ...{ version: "0.1", name: agent.name, description: descriptionOf(agent) },
    ...{ synapseAgent: agent.sapAgentPda, authority: agent.sapWallet },
    capabilities: [],
    services: [
      { id: "profile", type: "web", url: profileUrl },
      { id: "card", type: "a2a", url: cardUrl },
      { id: "registration", type: "erc8004", url: registrationUrl },
    ],
    executives: [],
    updatedAt: now.toISOString(),
    extra: { agentId: agent.id, verified: isProved(agent), ...erc8004Of(agent) },
  };
}

const unknown = (): ApiError =>
  new ApiError(
    "not_found",
    "No agent here has a verified link to this account. An agent is linked by PATCH /api/agent-identity.",
  );

/** The file of an account, only while an agent's link to it is verified. Throws ApiError 404 and 503. */
export async function readSapFile(account: string, now: Date): Promise<ReturnType<typeof sapFileOf>> {
  if (!isAddress(account)) throw unknown();
  const id = await fromLedger(Promise.resolve().then(() => ledgerStore().get(keys.agentSap(account))));
  const [agent] = typeof id === "string" ? await readAgents([id]) : [];
  if (!agent || agent.sapAgentPda !== account || !isSapVerified(agent)) throw unknown();
  watchLinks(agent);
  return sapFileOf(agent, now);
}
