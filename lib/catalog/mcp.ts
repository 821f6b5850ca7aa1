import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "./define";

const PATH = "/api/mcp";
const SAMPLE_TIME = "2026-10-07T14:02:11.000Z";

/** What the tool endpoint is, for people and for programs that look before they speak JSON-RPC. */
export const mcpDiscoveryEntry = defineRoute({
  path: PATH,
  method: "GET",
  label: "mcp",
  desk: "tools",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "What the tool endpoint is and how its tools are called and paid for",
  description:
    "Names the tool endpoint (Model Context Protocol), the protocol's revisions that it speaks, how many tools there are, and how a paid one is paid. A request for an event stream gets 405: the endpoint sends none by itself.",
  input: z.strictObject({}),
  output: z.object({
    ok: z.literal(true).describe("Always true in an answer."),
    name: z.string().describe("The service's name."),
    version: z.string().describe("Version of the tool endpoint."),
    protocolVersions: z.array(z.string()).describe("Revisions of the protocol, newest first."),
    endpoint: z.string().describe("Where JSON-RPC requests are posted (transport: streamable HTTP)."),
    tools: z.int().describe("How many tools `tools/list` names."),
    howToCall: z.array(z.string()).describe("Steps from finding a tool to its paid answer."),
    serverCard: z.string().describe("The endpoint's server card."),
    openapi: z.string().describe("The contract of the same routes over HTTP."),
  }),
  sample: {
    input: {},
    output: {
      ok: true,
      name: "svc",
      version: "1.1.0",
      protocolVersions: ["2026-07-28", "2025-11-25"],
      endpoint: "https://svc.example/api/mcp",
      tools: 26,
      howToCall: ["Ask for `tools/list`, or call the free tool `svc_catalog` for prices and documents."],
      serverCard: "https://svc.example/api/mcp/server-card",
      openapi: "https://svc.example/openapi.json",
    },
  },
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  origins: "listed",
  wire: "json-rpc",
  statuses: [403],
});

/** The tool endpoint itself: JSON-RPC by the Model Context Protocol. */
export const mcpEntry = defineRoute({
  path: PATH,
  method: "POST",
  label: "mcp",
  desk: "tools",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "The routes as tools, over the Model Context Protocol (JSON-RPC)",
  description:
    "Takes one JSON-RPC message of the Model Context Protocol, revision 2026-07-28 or 2025-11-25; batches are refused. A paid tool that is called without a payment answers with a challenge, and takes the payment in `_meta` or in the argument `paymentSignature`. Answers are JSON, or an event stream of one message for clients of the older revision.",
  input: z.strictObject({
    jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
    id: z
      .union([z.string(), z.int()])
      .optional()
      .describe("Echoed in the answer; left out of notifications."),
    method: z.string().describe("Such as `tools/list` or `tools/call`."),
    params: z.record(z.string(), z.unknown()).optional().describe("What the method takes."),
  }),
  output: z.object({
    jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
    id: z.union([z.string(), z.int()]).nullable().describe("The request's; null where it could not be read."),
    result: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("What the method gives. A tool's refusal is a result too, with `isError`."),
    error: z
      .object({
        code: z.int().describe("The protocol's code."),
        message: z.string().describe("What was wrong."),
        data: z.unknown().optional().describe("More about it."),
      })
      .optional()
      .describe("Set instead of `result` when the protocol was not followed."),
  }),
  sample: {
    input: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "market", arguments: {} } },
    output: {
      jsonrpc: "2.0",
      id: 1,
      result: {
        content: [{ type: "text", text: `{"ok":true,"kind":"market","dataAsOf":"${SAMPLE_TIME}"}` }],
        structuredContent: { ok: true, kind: "market", dataAsOf: SAMPLE_TIME },
      },
    },
  },
  coverage: {},
  freshnessSec: null,
  // The largest body of a route, and beside it the payment that over HTTP comes in a header.
  limits: { ...DEFAULT_LIMITS, bodyBytes: 64 * 1024 },
  tool: null,
  origins: "listed",
  wire: "json-rpc",
  statuses: [403, 404, 406],
});
