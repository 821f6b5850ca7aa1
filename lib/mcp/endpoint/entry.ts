import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { McpAnswer } from "./answer";

export const MCP_PATH = "/api/mcp";

/** The tool endpoint itself: JSON-RPC by the Model Context Protocol. */
export const mcpEntry = defineRoute<McpAnswer>()({
  path: MCP_PATH,
  method: "POST",
  desk: "tools",
  tier: "free",
  summary: "The routes as tools, over the Model Context Protocol (JSON-RPC)",
  input: z.strictObject({
    jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
    id: z
      .union([z.string(), z.int()])
      .optional()
      .describe("Echoed in the answer; left out of notifications."),
    method: z.string().describe("Such as `tools/list` or `tools/call`."),
    params: z.record(z.string(), z.unknown()).optional().describe("What the method takes."),
  }),
  // The largest body of a route, and beside it the payment that over HTTP comes in a header.
  limits: { ...DEFAULT_LIMITS, bodyBytes: 64 * 1024 },
  tool: null,
  origins: "listed",
  wire: "json-rpc",
  statuses: [403, 404],
});
