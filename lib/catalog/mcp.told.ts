import * as z from "zod";
import { mcpDiscoveryEntry, mcpEntry } from "./mcp";
import { tell } from "./tell";

const SAMPLE_TIME = "2026-10-07T14:02:11.000Z";

const mcpDiscoveryAnswer = z.object({
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

export const mcpDiscoveryTold = tell(mcpDiscoveryEntry, {
  description:
    "Names the tool endpoint (Model Context Protocol), the protocol's revisions that it speaks, how many tools there are, and how a paid one is paid. A request for an event stream gets 405: the endpoint sends none by itself.",
  output: mcpDiscoveryAnswer,
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
});

const mcpAnswer = z.object({
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
});
export type McpAnswer = z.input<typeof mcpAnswer>;

export const mcpTold = tell(mcpEntry, {
  description:
    "Takes one JSON-RPC message of the Model Context Protocol, revision 2026-07-28 or 2025-11-25; batches are refused. A paid tool that is called without a payment answers with a challenge, and takes the payment in `_meta` or in the argument `paymentSignature`. Answers are JSON, or an event stream of one message for clients of the older revision.",
  output: mcpAnswer,
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
});
