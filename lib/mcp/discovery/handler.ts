import type { AnswerOf } from "@/lib/catalog/define";
import { MCP_VERSIONS } from "@/lib/discovery/protocols";
import { TOOLS_VERSION, type Site } from "@/lib/discovery/site";
import { HOW_TO_PAY } from "../catalog-tool";
import type { mcpDiscoveryEntry } from "./entry";

/** What the endpoint is, in answer to a GET. */
export const discover = (site: Site, tools: number): AnswerOf<typeof mcpDiscoveryEntry> => ({
  ok: true,
  name: site.name,
  version: TOOLS_VERSION,
  protocolVersions: [...MCP_VERSIONS],
  endpoint: `${site.origin}/api/mcp`,
  tools,
  howToCall: [
    "Connect an MCP client (transport: streamable HTTP) to `endpoint`; ask for `tools/list`, or call the free tool svc_catalog.",
    ...HOW_TO_PAY,
  ],
  serverCard: `${site.origin}/api/mcp/server-card`,
  openapi: `${site.origin}/openapi.json`,
});
