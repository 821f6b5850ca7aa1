import { documentRoute } from "@/lib/catalog/document";
import { mcpDiscoveryAnswer } from "./answer";
import { mcpDiscoveryEntry } from "./entry";

export const mcpDiscoveryDocumentation = documentRoute(mcpDiscoveryEntry, {
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
