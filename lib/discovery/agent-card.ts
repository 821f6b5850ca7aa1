import { isPaid } from "../catalog/define";
import type { PublishedRoute } from "../catalog/document";
import { MCP_VERSIONS, OPENAPI_VERSION } from "./protocols";
import { API_VERSION, type Site } from "./site";
import { DESCRIPTION, chainsInWords, priceInWords, sentence } from "./words";

const JSON_MODE = "application/json";

/**
 * `/.well-known/agent-card.json` (A2A 1.0). The service answers none of A2A's own bindings, so it declares none: its
 * interfaces are the two that answer, named by the address of the protocol as A2A asks of bindings that are not its
 * own, with that protocol's version. An A2A client that knows neither learns so before it calls.
 */
export const agentCard = (site: Site, routes: readonly PublishedRoute[]) => ({
  name: site.name,
  description: `${DESCRIPTION} Paid in USDC on ${chainsInWords(site)}.`,
  supportedInterfaces: [
    {
      url: `${site.origin}/api/mcp`,
      protocolBinding: "https://modelcontextprotocol.io",
      protocolVersion: MCP_VERSIONS[0],
    },
    {
      url: `${site.origin}/openapi.json`,
      protocolBinding: "https://spec.openapis.org/oas",
      protocolVersion: OPENAPI_VERSION,
    },
  ],
  provider: { url: site.origin, organization: site.name },
  version: API_VERSION,
  documentationUrl: `${site.origin}/llms.txt`,
  capabilities: { streaming: false, pushNotifications: false },
  defaultInputModes: [JSON_MODE],
  defaultOutputModes: [JSON_MODE],
  skills: routes.map((route) => ({
    id: route.tool ?? `${route.method.toLowerCase()}-${route.label}`,
    name: route.summary,
    description: `${sentence(route.description)} ${route.method} ${route.path}, ${priceInWords(route)}.`,
    tags: [route.desk, isPaid(route) ? "paid" : "free"],
  })),
  iconUrl: `${site.origin}/icon.svg`,
});
