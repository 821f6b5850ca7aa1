import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { MCP_PATH } from "../endpoint/entry";
import type { McpDiscoveryAnswer } from "./answer";

/** What the tool endpoint is, for people and for programs that look before they speak JSON-RPC. */
export const mcpDiscoveryEntry = defineRoute<McpDiscoveryAnswer>()({
  path: MCP_PATH,
  method: "GET",
  label: "mcp",
  desk: "tools",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "What the tool endpoint is and how its tools are called and paid for",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  origins: "listed",
  wire: "json-rpc",
  statuses: [403],
});
