import { isPaid } from "../catalog/define";
import type { PublishedRoute } from "../catalog/document";
import { inputLine } from "./input-line";
import { A2A_VERSION, MCP_VERSIONS, OPENAPI_VERSION, X402_EXTENSION } from "./protocols";
import { API_VERSION, type Site } from "./site";
import { DESCRIPTION, chainsInWords, priceInWords, sentence } from "./words";

const JSON_MODE = "application/json";

const HOW_TO_CALL =
  'SendMessage takes one data part, {"skill": "<id>", "arguments": {…}}, with the fields that the skill\'s description names.';

/**
 * `/.well-known/agent-card.json` (A2A 1.0). Beside the protocol's own binding stand the two other interfaces that
 * answer, named by the address of their protocol as A2A asks of bindings that are not its own. A skill is what
 * `SendMessage` can be sent for, which is every route that is sold as a tool.
 */
export const agentCard = (site: Site, routes: readonly PublishedRoute[]) => ({
  name: site.name,
  description: `${DESCRIPTION} Paid in USDC on ${chainsInWords(site)}. ${HOW_TO_CALL}`,
  supportedInterfaces: [
    { url: `${site.origin}/api/a2a`, protocolBinding: "JSONRPC", protocolVersion: A2A_VERSION },
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
  capabilities: {
    streaming: false,
    pushNotifications: false,
    extensions: [
      {
        uri: X402_EXTENSION,
        description: "A paid skill's task waits for an x402 payment, version 2.",
        params: { x402Version: 2 },
      },
    ],
  },
  defaultInputModes: [JSON_MODE],
  defaultOutputModes: [JSON_MODE],
  skills: routes.flatMap((route) =>
    route.tool === null
      ? []
      : {
          id: route.tool,
          name: route.summary,
          description: `${sentence(route.description)} ${inputLine(route)} ${route.method} ${route.path}, ${priceInWords(route)}.`,
          tags: [route.desk, isPaid(route) ? "paid" : "free"],
        },
  ),
  iconUrl: `${site.origin}/icon.svg`,
});
