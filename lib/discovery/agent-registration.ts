import { registryOf } from "../identity/erc8004/registry";
import { A2A_VERSION, MCP_VERSIONS } from "./protocols";
import { API_VERSION, type Site } from "./site";
import { DESCRIPTION } from "./words";

/**
 * `/.well-known/agent-registration.json` (ERC-8004, registration-v1) of the service itself. `registrations` is empty until
 * the operator has registered it and set AGENT_TOKEN_ID.
 */
export const agentRegistration = ({ name, origin, merchant, agentTokenId }: Site) => ({
  type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
  name,
  description: DESCRIPTION,
  image: `${origin}/icon.svg`,
  services: [
    { name: "web", endpoint: `${origin}/` },
    { name: "A2A", endpoint: `${origin}/.well-known/agent-card.json`, version: A2A_VERSION },
    { name: "MCP", endpoint: `${origin}/api/mcp`, version: MCP_VERSIONS[0] },
    { name: "OpenAPI", endpoint: `${origin}/openapi.json`, version: API_VERSION },
  ],
  x402Support: true,
  active: true,
  registrations:
    agentTokenId === null ? [] : [{ agentId: agentTokenId, agentRegistry: registryOf(merchant.networks).id }],
  supportedTrust: agentTokenId === null ? [] : ["reputation"],
});
