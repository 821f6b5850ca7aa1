import { registryOf } from "../identity/erc8004/registry";
import type { Site } from "./site";

/**
 * `/.well-known/erc8004.json`, for explorers of ERC-8004: which registry this service reads, where its agents' registration files
 * are, and where they are listed. There is no standard for it; members are named as the ERC's own files name them.
 */
export const erc8004 = ({ name, origin, merchant, agentTokenId }: Site) => {
  const { chainId, id, address, reputation } = registryOf(merchant.networks);
  return {
    name,
    ...{ chainId, agentRegistry: id, identityRegistry: address },
    reputationRegistry: reputation,
    ...(agentTokenId !== null && { agentId: agentTokenId }),
    agentURI: `${origin}/api/agent-identity-registration?id={id}`,
    agents: `${origin}/api/agent-identity?list=1`,
    card: `${origin}/api/agent-identity-card?id={id}`,
    feedbackURI: `${origin}/api/agent-identity-feedback?id={id}`,
    service: `${origin}/.well-known/agent-registration.json`,
  };
};
