import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { MCP_PATH } from "../endpoint/entry";
import type { McpDiscoveryAnswer } from "./answer";

/** What the tool endpoint is, for people and for programs that look before they speak JSON-RPC. */
export const mcpDiscoveryEntry = defineRoute<McpDiscoveryAnswer>()({
  path: MCP_PATH,
  method: "GET",
  desk: "tools",
  tier: "free",
  summary: "What the tool endpoint is and how its tools are called and paid for",
  input: z.strictObject({}),
  tool: null,
  origins: "listed",
  wire: "json-rpc",
  statuses: [403],
});
