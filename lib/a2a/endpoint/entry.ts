import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { A2aAnswer } from "./answer";

/** The agent's endpoint: JSON-RPC by the Agent2Agent protocol. */
export const a2aEntry = defineRoute<A2aAnswer>()({
  path: "/api/a2a",
  method: "POST",
  desk: "tools",
  tier: "free",
  summary: "The routes as an agent's skills, over A2A 1.0 (JSON-RPC)",
  input: z.strictObject({
    jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
    id: z.union([z.string(), z.int()]).optional().describe("Echoed in the answer."),
    method: z.string().describe("`SendMessage`."),
    params: z.record(z.string(), z.unknown()).optional().describe("What the method takes."),
  }),
  // The largest body of a route as a task's id holds it, a third longer, and the payment that over HTTP comes in a header.
  limits: { ...DEFAULT_LIMITS, bodyBytes: 80 * 1024 },
  tool: null,
  wire: "json-rpc",
  readOnly: true,
});
