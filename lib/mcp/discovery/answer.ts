import * as z from "zod";

export const mcpDiscoveryAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  name: z.string().describe("The service's name."),
  version: z.string().describe("Version of the tool endpoint."),
  protocolVersions: z.array(z.string()).describe("Revisions of the protocol, newest first."),
  endpoint: z.string().describe("Where JSON-RPC requests are posted (transport: streamable HTTP)."),
  tools: z.int().describe("How many tools `tools/list` names."),
  howToCall: z.array(z.string()).describe("Steps from finding a tool to its paid answer."),
  serverCard: z.string().describe("The endpoint's server card."),
  openapi: z.string().describe("The contract of the same routes over HTTP."),
});
export type McpDiscoveryAnswer = z.input<typeof mcpDiscoveryAnswer>;
